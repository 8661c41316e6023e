import { splitExtension } from './file-kind.ts'
import { maxNameBytes } from './file-name.ts'

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

const segmenter = new Intl.Segmenter()

/** Removes whole grapheme clusters from the end until the name fits. */
function truncateToFit(stem: string, tail: string): string {
  if (bytesOf(stem + tail) <= maxNameBytes) return stem + tail
  const letters = Array.from(segmenter.segment(stem), ({ segment }) => segment)
  while (letters.length > 1 && bytesOf(letters.join('') + tail) > maxNameBytes) letters.pop()
  return letters.join('') + tail
}

/**
 * Alternative names in order: `report.pdf` → `report (2).pdf`, `report (3).pdf`; an existing number is counted on. None
 * is longer than allowed.
 */
export function* numberedNames(name: string, isFolder = false): Generator<string, never> {
  const { stem, extension } = isFolder ? { stem: name, extension: '' } : splitExtension(name)
  const [, bare = stem, number] = /^(.+?) \((\d{1,6})\)$/s.exec(stem) ?? []
  for (let next = number === undefined ? 2 : Number(number) + 1; ; next++) {
    yield truncateToFit(bare, ` (${next})${extension}`)
  }
}

/** Four letters or digits are enough to tell apart what begins within one second, also in two tabs. */
const randomSuffix = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => (byte % 36).toString(36)).join('')

/**
 * "2026-11-21 16.42.07 k3f9": the time in the browser's time zone, and random letters, so that no two are equal. It has
 * no characters that names must not have.
 */
export function timestampWithRandomSuffix(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')
  return `${date} ${time} ${randomSuffix()}`
}
