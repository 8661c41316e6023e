/** Without letters and digits that are taken for each other. */
const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password that can be read aloud; letters and digits only, as links take them. */
export function newPassword(length = 12): string {
  let text = ''
  while (text.length < length) {
    // What is beyond the last whole round of signs would make some of them likelier.
    const usable = Array.from(crypto.getRandomValues(new Uint8Array(length * 2))).filter(
      (byte) => byte < 256 - (256 % signs.length),
    )
    for (const byte of usable) text += signs.charAt(byte % signs.length)
  }
  return text.slice(0, length)
}
