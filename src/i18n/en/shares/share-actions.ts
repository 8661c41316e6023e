import { formatNumber, plural } from '#src/i18n/plural.ts'

/** What can be done with links from their list. */
export const shareActions = {
  actionsFor: (count: number, name: string) =>
    count === 1
      ? `Actions for the link to ${name}`
      : `Actions for ${formatNumber(count, 'en')} links`,
  copyLinks: 'Copy links',
  formats: { lines: 'As lines', markdown: 'As Markdown', csv: 'As CSV', table: 'As table' },
  withPasswords: 'With passwords',
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
  export: {
    title: (count: number) =>
      plural('en', count, { one: 'Export # link', other: 'Export # links' }),
    format: 'Format',
    formats: { csv: 'CSV', json: 'JSON' },
    bom: 'For Excel (starts with a byte order mark)',
    what: 'Columns',
    columns: {
      name: 'Name',
      link: 'Link',
      state: 'State',
      visits: 'Visits',
      downloads: 'Downloads',
      limit: 'Download limit',
      expires: 'Expires',
      access: 'Access',
      price: 'Price',
      created: 'Created',
      password: 'Passwords',
    },
    passwordsText: 'Whoever gets this file can open the protected links.',
    copyTable: 'Copy as table',
    download: 'Download',
  },
}
