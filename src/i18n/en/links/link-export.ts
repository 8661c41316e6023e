import { formatNumber, plural } from '#src/i18n/plural.ts'

/** What the dialog that exports links says. */
export const linkExport = {
  title: (count: number) => plural('en', count, { one: 'Export # link', other: 'Export # links' }),
  format: 'Format',
  formats: { csv: 'CSV', json: 'JSON' },
  bom: 'Opens in Excel',
  what: 'Columns',
  columns: {
    name: 'Name',
    kind: 'Kind',
    folder: 'Folder',
    link: 'Link',
    state: 'State',
    visits: 'Visits',
    downloads: 'Downloads',
    limit: 'Download limit',
    expires: 'Expires',
    access: 'Access',
    created: 'Created',
    password: 'Passwords',
  },
  foldersKnown: (known: number, all: number) =>
    `The folder of ${formatNumber(known, 'en')} of ${plural('en', all, { one: '# link', other: '# links' })} is known.`,
  uncertain: 'Some of the live links have not been checked. Their items may be gone.',
  passwordsText: 'Anyone with this file can open the protected links.',
  copyTable: 'Copy as table',
  download: 'Download',
}

export type LinkExportMessages = typeof linkExport
