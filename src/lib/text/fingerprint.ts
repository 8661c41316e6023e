/**
 * A whole number below 2^53 that differs for different texts with overwhelming probability: among 100,000 texts the
 * chance that any two share one is below one in a million. It protects nothing against guessing.
 */
export function fingerprint(text: string): number {
  let high = 0x811c9dc5
  let low = 0x9e3779b1
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit, 0x85ebca6b)
    low ^= low >>> 13
  }
  high ^= high >>> 15
  high = Math.imul(high, 0x2c1b3c6d)
  high ^= high >>> 12
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0)
}
