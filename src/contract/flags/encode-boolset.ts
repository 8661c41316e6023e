/** Writes a boolset without trailing zero bytes; the empty set is the empty string. */
export function encodeBoolset(flags: Iterable<number>): string {
  const bytes: number[] = []
  for (const flag of flags) {
    const byte = flag >> 3
    while (bytes.length <= byte) bytes.push(0)
    bytes[byte] = (bytes[byte] ?? 0) | (1 << (flag & 7))
  }
  return btoa(String.fromCharCode(...bytes))
}
