import { foldText } from './text-search.ts'

/** The folded names in a folder, each with the number from which a free one is looked for. */
export type NextNumberByTakenName = Map<string, number>

/** Names of devices on Windows, with any extension, and spaces before it. */
const deviceName = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/i

/**
 * A name that is safe to unpack and unique in its folder, ignoring case; it is added to `taken`, the names of that folder
 * so far.
 */
export function reserveSafeArchiveName(name: string, taken: NextNumberByTakenName): string {
  // What Windows does not unpack, and what would lead out of the folder. Windows drops dots and spaces at the end of names.
  const plain = name
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.{0,2}$/, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length))
  const safe = deviceName.test(plain) ? `_${plain}` : plain
  const dot = safe.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
  let free = safe
  // A hundred thousand names can differ in case alone.
  let count = taken.get(foldText(safe)) ?? 2
  for (; taken.has(foldText(free)); count++) free = `${stem} (${count})${extension}`
  taken.set(foldText(safe), count)
  taken.set(foldText(free), taken.get(foldText(free)) ?? 2)
  return free
}

/** The range of ZIP timestamps: even seconds from 1980 to 2107. */
const times = { first: Date.UTC(1980, 0, 2), last: Date.UTC(2107, 11, 30) } as const

/** The date of an item in an archive, for a time in ms since 1970: the nearest one that an archive can hold. */
export const clampToZipDate = (time: number): Date =>
  new Date(Math.min(Math.max(time, times.first), times.last))
