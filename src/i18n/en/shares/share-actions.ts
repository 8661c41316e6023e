import { formatNumber, plural } from '#src/i18n/plural.ts'

/** What can be done with links from their list. */
export const shareActions = {
  actionsFor: (count: number, name: string) =>
    count === 1
      ? `Actions for the link to ${name}`
      : `Actions for ${formatNumber(count, 'en')} links`,
  copyLinks: 'Copy links',
  copyLines: 'As lines',
  copyMarkdown: 'As Markdown',
  copyCsv: 'As CSV',
  deleteLink: 'Delete link',
  deleteLinks: (count: number) =>
    plural('en', count, { one: 'Delete # link', other: 'Delete # links' }),
  showInFiles: 'Show in Files',
  dead: {
    title: (dead: number, all: number) =>
      all === 1
        ? 'This link is dead'
        : dead === all
          ? 'These links are dead'
          : `${formatNumber(dead, 'en')} of ${formatNumber(all, 'en')} links are dead`,
    text: 'Whoever gets a dead link cannot open it.',
    copyAnyway: (count: number): string => (count === 1 ? 'Copy anyway' : 'Copy all anyway'),
    copyLive: (count: number) =>
      plural('en', count, { one: 'Copy the one that works', other: 'Copy the # that work' }),
  },
}
