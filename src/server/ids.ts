import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const length = 12
let pool = new Uint8Array(0)
let used = 0

/** A new id: 12 letters and digits, 71 random bits, so that a share's address cannot be guessed. */
export function newId(): string {
  let id = ''
  while (id.length < length) {
    if (used >= pool.length) {
      pool = randomBytes(4096)
      used = 0
    }
    const six = (pool[used++] ?? 0) & 63
    // 62 and 63 are thrown away: a remainder would favour the first letters.
    if (six < 62) id += alphabet.charAt(six)
  }
  return id
}

/** Whether `text` can be an id of {@link newId}. */
export const isId = (text: string): boolean => /^[0-9A-Za-z]{12}$/.test(text)
