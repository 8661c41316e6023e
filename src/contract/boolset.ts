/**
 * A set of numbered flags. On the wire: a little-endian bit array in standard base64; flag n is bit n % 8 (least
 * significant first) of byte n / 8 (docs/protocol.md §4.5).
 */
export type Boolset = ReadonlySet<number>

/** Reads a boolset. Returns null for text that is not base64, so that the caller can show the raw value. */
export function parseBoolset(text: string): Boolset | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  const bytes = atob(text)
  const flags = new Set<number>()
  for (let byte = 0; byte < bytes.length; byte++) {
    const value = bytes.charCodeAt(byte)
    for (let bit = 0; bit < 8; bit++) if (value & (1 << bit)) flags.add(byte * 8 + bit)
  }
  return flags
}

/** Writes a boolset without trailing zero bytes; the empty set is the empty string. */
export function formatBoolset(flags: Iterable<number>): string {
  const bytes: number[] = []
  for (const flag of flags) {
    const byte = flag >> 3
    while (bytes.length <= byte) bytes.push(0)
    bytes[byte] = (bytes[byte] ?? 0) | (1 << (flag & 7))
  }
  return btoa(String.fromCharCode(...bytes))
}

/** Whether `text` is a boolset that contains `flag`; null, absent and unreadable ones contain nothing. */
export function hasFlag(text: string | null | undefined, flag: number): boolean {
  return text ? (parseBoolset(text)?.has(flag) ?? false) : false
}

/** Permissions on an item (bits of `capability`, docs/protocol.md §4.5). */
export const Capability = {
  createFile: 0,
  rename: 1,
  upload: 6,
  download: 7,
  updateMetadata: 8,
  listChildren: 9,
  thumbnail: 10,
  deletePermanently: 14,
  lock: 15,
  softDelete: 16,
  restore: 17,
  share: 18,
  info: 19,
  versions: 20,
  enter: 23,
  changeView: 24,
} as const

/** Permissions of an audience of a share (bits in `permission_setting`, docs/protocol.md §5.6). */
export const SharePermission = { read: 0, update: 1, create: 2, delete: 3 } as const
