/**
 * A set of numbered flags. On the wire: a little-endian bit array in standard base64; flag n is bit n % 8 (least
 * significant first) of byte n / 8 (docs/protocol.md §4.5).
 */
export type DecodedBoolset = ReadonlySet<number>

/** Reads a boolset. Returns null for text that is not base64, so that the caller can show the raw value. */
export function decodeBoolset(text: string): DecodedBoolset | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  const bytes = atob(text)
  const flags = new Set<number>()
  for (let byte = 0; byte < bytes.length; byte++) {
    const value = bytes.charCodeAt(byte)
    for (let bit = 0; bit < 8; bit++) if (value & (1 << bit)) flags.add(byte * 8 + bit)
  }
  return flags
}

/** Permissions of an audience of a share (bits in `permission_setting`, docs/protocol.md §5.6). */
export const SharePermission = { read: 0, update: 1, create: 2, delete: 3 } as const
