import { shorten } from './display.ts'

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}
/** No owner text is longer; the rest of a megabyte is not even looked at. */
const mostMarkup = 4000

function decode(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/**
 * The text inside a piece of XML, for showing as text and never as markup: tags and comments out, CDATA and entities
 * resolved, white space joined, at most `most` characters. Works on pieces with unknown prefixes and on broken ones.
 */
export function textOfMarkup(xml: string, most = 80): string {
  const pieces = xml
    .slice(0, mostMarkup)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .split(/<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/)
  const text = pieces
    .map((piece, at) => (at % 2 === 1 ? piece : decode(piece.replace(/<[^>]*(?:>|$)/g, ' '))))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^mailto:/i, '')
  return shorten(text, most)
}
