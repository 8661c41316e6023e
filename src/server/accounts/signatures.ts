import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signs text with the service's key (HMAC-SHA256, base64url). `purpose` separates the kinds of signatures, so that one
 * made for a download cannot be used for anything else.
 */
export const signText = (key: Uint8Array, purpose: string, text: string): string =>
  createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url')

/** Whether `signature` was made by {@link signText} with the same arguments. Compares in constant time. */
export function isValidSignature(
  key: Uint8Array,
  purpose: string,
  text: string,
  signature: string,
): boolean {
  const expected = Buffer.from(signText(key, purpose, text))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
