/** How a text lies in its file, beyond its characters. */
export type TextShape = {
  readonly hasMark: boolean
  /** The end of every line that has one, in order. */
  readonly ends: readonly string[]
  /** Lines as they were, to tell which of them are still the same. */
  readonly lines: readonly string[]
}

const mark = '\ufeff'
const lineEnd = /\r\n|\r|\n/

/** The text of a file with every line end as a line feed, and how to write it back; null for what is no text in UTF-8. */
export function readText(bytes: Uint8Array): { text: string; shape: TextShape } | null {
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
  return { text: lines.join('\n'), shape: { hasMark, ends, lines } }
}

/** The end that most lines have. */
function usualEnd(ends: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '\n'
}

/**
 * The bytes of an edited text: byte order mark and line ends as they were. New lines end as most do; lines before and
 * behind what changed keep the ends they had, so that a file of mixed ends changes only where it was edited.
 */
export function writeText(text: string, shape: TextShape): Uint8Array<ArrayBuffer> {
  const { ends, lines: before } = shape
  const lines = text.split('\n')
  const usual = usualEnd(ends)
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

/** Whether two contents are the same, byte by byte. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
