import { splitExtension } from './names.ts'

const mostBytes = 255
const bytesOf = (text: string): number => new TextEncoder().encode(text).length

const segmenter = new Intl.Segmenter()

/** Cuts whole letters off the end until the name fits. */
function fitted(stem: string, tail: string): string {
  if (bytesOf(stem + tail) <= mostBytes) return stem + tail
  const letters = Array.from(segmenter.segment(stem), ({ segment }) => segment)
  while (letters.length > 1 && bytesOf(letters.join('') + tail) > mostBytes) letters.pop()
  return letters.join('') + tail
}

/**
 * Names that people would give a second one, in order: `report.pdf` → `report (2).pdf`, `report (3).pdf`; a number that
 * is there already is counted on. None is longer than a name may be.
 */
export function* freeNames(name: string, isFolder = false): Generator<string> {
  const { stem, extension } = isFolder ? { stem: name, extension: '' } : splitExtension(name)
  const [, bare = stem, number] = /^(.+?) \((\d{1,6})\)$/s.exec(stem) ?? []
  for (let next = number === undefined ? 2 : Number(number) + 1; ; next++) {
    yield fitted(bare, ` (${next})${extension}`)
  }
}

/** "2026-11-21 16.42.07", in the zone of the browser and without signs that names cannot have. */
export function momentName(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `${date} ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')}`
}
