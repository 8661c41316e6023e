import { truncateText } from '#src/lib/text/truncate-text.ts'

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}
/** Longer markup is cut before it is parsed. */
const maxMarkup = 4000

function decode(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/**
 * The text of an XML fragment, for display as text and never as markup: tags and comments removed, CDATA and entities
 * resolved, white space collapsed, at most `maxLength` characters. Tolerates unknown prefixes and broken markup
 * (docs/protocol.md §7.2).
 */
export function xmlToTruncatedText(xml: string, maxLength = 80): string {
  const pieces = xml
    .slice(0, maxMarkup)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .split(/<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/)
  const text = pieces
    .map((piece, at) => (at % 2 === 1 ? piece : decode(piece.replace(/<[^>]*(?:>|$)/g, ' '))))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^mailto:/i, '')
  return truncateText(text, maxLength)
}
