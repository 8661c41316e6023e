/** Letters and digits that look alike are left out. */
const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A random password that can be read aloud; letters and digits only, as share links require. */
export function generatePassword(length = 12): string {
  let text = ''
  while (text.length < length) {
    // Values beyond the last multiple of the alphabet's length are dropped; they would make some characters more
    // likely.
    const usable = Array.from(crypto.getRandomValues(new Uint8Array(length * 2))).filter(
      (byte) => byte < 256 - (256 % signs.length),
    )
    for (const byte of usable) text += signs.charAt(byte % signs.length)
  }
  return text.slice(0, length)
}
