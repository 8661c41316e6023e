import { formatNumber, plural } from '#src/i18n/plural.ts'

/** What can be done with links from their list. */
export const linkActions = {
  actionsFor: (count: number, name: string) =>
    count === 1
      ? `Actions for the link to ${name}`
      : `Actions for ${formatNumber(count, 'en')} links`,
  copyLinks: 'Copy links',
  formats: { lines: 'Plain links', markdown: 'As Markdown', csv: 'As CSV', table: 'As table' },
  withPasswords: 'With passwords',
  deleteLink: 'Delete link',
  deleteLinks: (count: number) =>
    plural('en', count, { one: 'Delete # link', other: 'Delete # links' }),
  deleteLinksAsk: (count: number) => plural('en', count, { other: 'Delete # links…' }),
  deleteTitle: (count: number) =>
    plural('en', count, { one: 'Delete # link?', other: 'Delete # links?' }),
  /** How many of them still work as far as is known, and the visits of those. */
  deleteText: (working: number, count: number, visits: number) =>
    `${
      working === 0
        ? 'All of them are dead.'
        : `Up to ${formatNumber(working, 'en')} of ${formatNumber(count, 'en')} still ${working === 1 ? 'works' : 'work'}, ${plural('en', visits, { one: '# visit', other: '# visits' })}.`
    } This cannot be undone. The files stay.`,
  showInFiles: 'Show in Files',
  send: 'Send…',
  qrPng: 'Download as PNG',
  foldersKnown: (known: number, all: number) =>
    `Folder search covers ${formatNumber(known, 'en')} of ${formatNumber(all, 'en')}`,
  setAccess: 'Access…',
  dead: {
    title: (dead: number, all: number) =>
      all === 1
        ? 'This link is dead'
        : dead === all
          ? 'These links are dead'
          : `${formatNumber(dead, 'en')} of ${formatNumber(all, 'en')} links are dead`,
    text: 'Nobody can open a dead link.',
    copyAnyway: (count: number): string => (count === 1 ? 'Copy anyway' : 'Copy all anyway'),
    copyLive: (count: number) =>
      plural('en', count, { one: 'Copy the one that works', other: 'Copy the # that work' }),
  },
}
