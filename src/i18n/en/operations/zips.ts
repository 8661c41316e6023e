import { displayName } from '#src/i18n/names.ts'
import { formatNumber, plural } from '#src/i18n/plural.ts'

const quoted = (name: string) => `“${displayName(name)}”`
const files = (count: number) => plural('en', count, { one: '# file', other: '# files' })

/** Archives that are put together in the browser. */
export const zips = {
  counting: (count: number) => `Counting: ${files(count)} so far`,
  making: (name: string) => `Downloading ${quoted(name)}`,
  progress: (done: number, total: number, doneBytes: string, totalBytes: string) =>
    `${formatNumber(done, 'en')} of ${files(total)}, ${doneBytes} of ${totalBytes}`,
  saved: ({ name, count }: { name: string; count: number }) =>
    `${quoted(name)} saved with ${files(count)}`,
  incomplete: (name: string, missing: number) =>
    `${quoted(name)} is not complete: ${plural('en', missing, { one: '# item is', other: '# items are' })} missing.`,
  /** The heading of the list of what is missing. */
  whatIsMissing: 'What is missing',
  /** Name of the text in an archive that says what is missing. */
  noteName: 'Missing files.txt',
  noteText: 'This archive is not complete. Missing:',
}
