/** Encoding details of a text file beyond its characters. */
export type TextEncodingDetails = {
  readonly hasMark: boolean
  /** The line ending of every line that has one, in order. */
  readonly lineEndings: readonly string[]
  /** The original lines, to find those that have not changed. */
  readonly lines: readonly string[]
}

const mark = '\ufeff'
const lineEnd = /\r\n|\r|\n/

/**
 * Decodes a text file, with line feeds for all line endings, and what is needed to encode it again; null when it is not
 * UTF-8 text.
 */
export function decodeUtf8(bytes: Uint8Array): { text: string; shape: TextEncodingDetails } | null {
  let whole: string
  try {
    whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
  if (whole.includes('\0')) return null
  const hasMark = whole.startsWith(mark)
  const body = hasMark ? whole.slice(1) : whole
  const lines = body.split(lineEnd)
  const ends = body.match(new RegExp(lineEnd, 'g')) ?? []
  return { text: lines.join('\n'), shape: { hasMark, lineEndings: ends, lines } }
}

function dominantLineEnding(ends: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '\n'
}

/**
 * Encodes an edited text with its byte order mark and line endings. Unchanged lines keep their line ending, new lines
 * get the most frequent one, so that a file with mixed endings changes only where it was edited.
 */
export function encodeUtf8(text: string, shape: TextEncodingDetails): Uint8Array<ArrayBuffer> {
  const { lineEndings: ends, lines: before } = shape
  const lines = text.split('\n')
  const usual = dominantLineEnding(ends)
  const shorter = Math.min(lines.length, before.length)
  let head = 0
  while (head < shorter && lines[head] === before[head]) head += 1
  let tail = 0
  while (tail < shorter - head && lines.at(-1 - tail) === before.at(-1 - tail)) tail += 1
  const endOf = (index: number): string => {
    if (index < head) return ends[index] ?? usual
    const fromEnd = lines.length - 1 - index
    return (fromEnd < tail ? ends[before.length - 1 - fromEnd] : undefined) ?? usual
  }
  let whole = shape.hasMark ? mark : ''
  for (const [index, line] of lines.entries()) {
    whole += line
    if (index < lines.length - 1) whole += endOf(index)
  }
  return new TextEncoder().encode(whole)
}

export function areBytesEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
