// Zero-width joiners stay: emoji sequences and Persian need them. A surrogate (Cs) matches only when it is alone.
const hidden =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

function symbolFor(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '␡'
  return `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`
}

/**
 * A name for display: control characters, line ends, bidi controls, invisible characters and lone surrogates become
 * visible symbols, so that no name can imitate another one.
 */
export function escapeControlChars(name: string): string {
  return name.replace(hidden, symbolFor)
}
