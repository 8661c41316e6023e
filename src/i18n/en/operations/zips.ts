import { displayName } from '#src/i18n/names.ts'
import { formatNumber, plural } from '#src/i18n/plural.ts'

const quoted = (name: string) => `“${displayName(name)}”`
const files = (count: number) => plural('en', count, { one: '# file', other: '# files' })
const downloads = (count: number) =>
  plural('en', count, { one: '# download', other: '# downloads' })

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
  title: (name: string) => `Download ${quoted(name)}?`,
  size: (count: number, size: string) => `${files(count)}, ${size}.`,
  /** For items behind a link with a limit of downloads. */
  cost: (cost: number, left: number) =>
    cost === 1
      ? `It takes 1 of the ${downloads(left)} left.`
      : `Each file counts as one download: it takes ${formatNumber(cost, 'en')} of the ${downloads(left)} left.`,
  tooDear: (cost: number, left: number) =>
    left === 0
      ? 'This link has no downloads left.'
      : `Each file counts as one download. It would take ${formatNumber(cost, 'en')}, and ${plural('en', left, { one: 'only # is', other: 'only # are' })} left.`,
  chooseFewer: 'You can also cancel and choose files yourself.',
  tooLarge: (most: string) =>
    `This browser can make archives of up to ${most}. Choose fewer files, or download them one by one, without their folders.`,
  ready: 'The archive is ready to be saved.',
  all: 'Download',
  some: (count: number, total: number) =>
    `Download ${formatNumber(count, 'en')} of ${files(total)}`,
  oneByOne: 'Download one by one',
}
