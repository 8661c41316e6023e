import { displayName } from '#src/i18n/names.ts'
import { formatNumber, plural } from '#src/i18n/plural.ts'

const files = (count: number) => plural('en', count, { one: '# file', other: '# files' })
const downloads = (count: number) =>
  plural('en', count, { one: '# download', other: '# downloads' })

/** What the download of several files costs, or why they do not come as one archive. */
export const zipQuestion = {
  title: (name: string) => `Download “${displayName(name)}”?`,
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

export type ZipQuestionMessages = typeof zipQuestion
