import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const length = 12

/** A new id: 12 letters and digits with 71 random bits, so that the URL of a share cannot be guessed. */
export function newId(): string {
  let id = ''
  while (id.length < length) {
    for (const byte of randomBytes(length)) {
      const six = byte & 63
      // 62 and 63 are discarded: a modulo would favour the first letters.
      if (six < 62) id += alphabet.charAt(six)
    }
  }
  return id.slice(0, length)
}

/** Whether `text` has the form of {@link newId}. */
export const isWellFormedId = (text: string): boolean => /^[0-9A-Za-z]{12}$/.test(text)

/** Id of the content that is the thumbnail of another content. */
export const thumbnailContentId = (contentId: string): string => `${contentId}-thumb`

/** What the file name of a content says of its id: a thumbnail, or a file that was being written, is named after it. */
export const contentIdOf = (name: string): string => name.replace(/(?:-thumb)?(?:\.new)?$/, '')
