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
  /** How many of them still work, and the visits of those. */
  deleteText: (working: number, count: number, visits: number) =>
    `${
      working === 0
        ? 'All of them are dead.'
        : `${formatNumber(working, 'en')} of ${formatNumber(count, 'en')} still ${working === 1 ? 'works' : 'work'}, ${plural('en', visits, { one: '# visit', other: '# visits' })}.`
    } This cannot be undone. The files stay.`,
  showInFiles: 'Show in Files',
  send: 'Send…',
  qrPng: 'Download as PNG',
  foldersKnown: (known: number, all: number) =>
    `Folder search covers ${formatNumber(known, 'en')} of ${formatNumber(all, 'en')}`,
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
  cleanUp: {
    title: (count: number) =>
      count === 0
        ? 'Clean up'
        : plural('en', count, { one: 'Clean up # dead link', other: 'Clean up # dead links' }),
    text: 'What is ticked is deleted. The files stay.',
    search: 'Search these links',
    folderUnknown: 'Folder unknown',
    findFolders: (count: number) =>
      plural('en', count, {
        one: 'Find the folder of # link',
        other: 'Find the folders of # links',
      }),
    neverOpened: 'Never opened',
    cause: (state: string, count: number) => `${state} · ${formatNumber(count, 'en')}`,
    about: {
      sourceGone:
        'Their items are in the trash, in a deleted folder or permanently deleted. Once restored, the same link works again.',
      expired: 'These can still be revived: with a new expiry the same link works again.',
      usedUp: 'These can still be revived: with a new limit the same link works again.',
      neverOpened: 'These work, and nobody has opened them. Tick those that are not needed.',
    },
    more: (count: number) =>
      plural('en', count, { one: 'and # more link', other: 'and # more links' }),
  },
  extendMany: {
    title: (count: number) =>
      plural('en', count, { one: 'Extend # link', other: 'Extend # links' }),
    limit: { keep: 'As it is', set: 'Set to', none: 'No limit' },
    limitNumber: 'Type a whole number of 1 or more.',
  },
  /** What an edit of many links would do. */
  editMany: {
    changed: (count: number, all: number) =>
      `${formatNumber(count, 'en')} of ${plural('en', all, { one: '# link changes.', other: '# links change.' })}`,
    revived: (count: number) =>
      plural('en', count, { one: '# dead link works again.', other: '# dead links work again.' }),
    /** The days on which the first and the last of the links expire. */
    untilBetween: (first: string, last: string) => `New expiry dates: ${first} to ${last}`,
    needsExpiry: (count: number) =>
      plural('en', count, {
        one: '# is left out: it has expired and needs a new expiry.',
        other: '# are left out: they have expired and need a new expiry.',
      }),
    needsLimit: (count: number) =>
      plural('en', count, {
        one: '# is left out: its downloads have reached the limit, which must be higher.',
        other: '# are left out: their downloads have reached the limit, which must be higher.',
      }),
    sourceGone: (count: number) =>
      plural('en', count, {
        one: '# is left out: its item is gone.',
        other: '# are left out: their items are gone.',
      }),
    nobody: (count: number) =>
      plural('en', count, {
        one: '# is left out: nobody could open it.',
        other: '# are left out: nobody could open them.',
      }),
    same: (count: number) =>
      plural('en', count, { one: '# stays as it is.', other: '# stay as they are.' }),
  },
  setAccess: {
    open: 'Access…',
    title: (count: number) =>
      plural('en', count, { one: 'Access to # link', other: 'Access to # links' }),
    action: (count: number) =>
      plural('en', count, { one: 'Change # link', other: 'Change # links' }),
    choices: {
      outsidersRead: 'Outsiders only read',
      allRead: 'All only read',
      same: 'Set for all',
    },
    outsiders:
      'Outsiders are all but your group and the people you named, who can do what they could.',
  },
  export: {
    title: (count: number) =>
      plural('en', count, { one: 'Export # link', other: 'Export # links' }),
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
    passwordsText: 'Anyone with this file can open the protected links.',
    copyTable: 'Copy as table',
    download: 'Download',
  },
}
