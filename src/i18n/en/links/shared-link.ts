import { formatNumber } from '#src/i18n/plural.ts'

export const sharedLink = {
  title: 'Shared link',
  sharedBy: (name: string) => `Shared by ${name}`,
  expires: 'Expires',
  goneTitle: 'This link no longer works',
  goneText: 'Ask the sender for a new one.',
  goneBy: (name: string) => `Ask ${name} for a new one.`,
  /** For the owner of the link. */
  yours: 'Your link',
  deleted: 'This link was deleted.',
  openingCounts: 'Opening counts as a download.',
  openingLast: 'Opening uses the last download.',
  firstRows: (shown: number, all?: number) =>
    `The first ${formatNumber(shown, 'en')}${all === undefined ? '' : ` of ${formatNumber(all, 'en')}`} rows`,
  endedMeanwhile:
    'This link no longer works: it expired, was used up, or it or its item was deleted. Nothing more can be loaded from it.',
  hideReadme: 'Hide README',
  downloadsLeft: 'Downloads left',
  paid: 'Paid link',
  openLimited: (left: number, total: number) =>
    `Open (${formatNumber(left, 'en')} of ${formatNumber(total, 'en')} downloads left)`,
  openContents: 'Open',
  tooLarge: (name: string) => `${name} is too large to be shown here.`,
  downloadFile: (name: string) => `Download ${name}`,
  openAsText: 'Open as text',
  emptyText: (name: string) => `${name} is empty.`,
  readmeFailed: 'The README could not be loaded.',
  table: 'Table',
  code: 'Code',
  taskDone: 'Done',
  taskOpen: 'Not done',
  footnotes: 'Footnotes',
  backToText: (number: number) => `Back to footnote ${formatNumber(number, 'en')} in the text`,
}
