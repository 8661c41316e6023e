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
  showInFiles: 'Show in Files',
  send: 'Send…',
  qrPng: 'Download as PNG',
  foldersKnown: (known: number, all: number) =>
    `Folder search covers ${formatNumber(known, 'en')} of ${formatNumber(all, 'en')}`,
  setAccess: 'Access…',
}
