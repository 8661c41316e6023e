import { formatNumber, plural } from '#src/i18n/plural.ts'

const lists = new Intl.ListFormat('en')

const number = (value: number) => formatNumber(value, 'en')

export const links = {
  title: 'Shares',
  list: 'Share links',
  count: (count: number) => plural('en', count, { one: '# link', other: '# links' }),
  countOf: (shown: number, all: number) =>
    plural('en', all, { one: `${number(shown)} of # link`, other: `${number(shown)} of # links` }),
  soFar: (count: number) => plural('en', count, { other: '# so far' }),
  countOfSoFar: (shown: number, all: number) => `${number(shown)} of ${number(all)} so far`,
  columns: {
    name: 'Name',
    folder: 'Folder',
    state: 'State',
    visits: 'Visits',
    downloads: 'Downloads',
    access: 'Access',
    created: 'Created',
  },
  states: {
    live: 'Live',
    expiring: 'Expiring',
    expired: 'Expired',
    usedUp: 'Used up',
    sourceGone: 'Source gone',
  },
  stateHelp: {
    live: 'The link works.',
    expiring: (until: string) => `Works until ${until}`,
    expired: 'It has expired. Extend it and the same link works again, if its item is still there.',
    usedUp:
      'All downloads are used. Raise the limit and the same link works again, if its item is still there.',
    sourceGone: 'Its file or folder is deleted or in the trash.',
  },
  expiresWhen: (when: string) =>
    `Expires ${when.replace(/^(?:Today|Tomorrow|Yesterday)/, (word) => word.toLowerCase())}`,
  /** The day on which a live link expires. */
  untilWhen: (day: string) => `until ${day}`,
  visits: (count: number) => plural('en', count, { one: '# visit', other: '# visits' }),
  downloads: (count: number) => plural('en', count, { one: '# download', other: '# downloads' }),
  downloadsOf: (count: number, limit: number) => `${number(count)} of ${number(limit)}`,
  filters: {
    label: 'Filters',
    all: 'All',
    dead: 'Dead links',
    uncertain: 'Links into deleted folders are found once they have been checked.',
    checking: (count: number) => plural('en', count, { other: 'checking # more…' }),
    atLeast: (count: number) => `at least ${number(count)}`,
    checkOthers: (count: number) =>
      plural('en', count, { one: 'Check the other one', other: 'Check the other #' }),
    password: 'Password',
    folders: 'Folders',
    files: 'Files',
    withoutPassword: 'No password',
    exposures: {
      canChange: 'Can change',
      neverExpires: 'Never expires',
      neverOpened: 'Never opened',
      namedPeople: 'Named people',
    },
  },
  extend: 'Extend…',
  fix: 'Fix…',
  fixOf: (name: string) => `Fix the link to ${name}`,
  extendOf: (name: string) => `Extend the link to ${name}`,
  newLink: 'New link…',
  export: 'Export…',
  cleanUp: 'Clean up…',
  copyLink: 'Copy link',
  copyLinkOf: (name: string) => `Copy link to ${name}`,
  copied: 'Copied',
  linkCopied: 'Link copied',
  access: {
    audiences: {
      everyone: 'Public',
      anonymous: 'People not signed in',
      other: 'Signed-in people',
      same_group: 'Your group',
    },
    /** An audience behind other words. */
    inSentence: (audience: string) => audience.charAt(0).toLowerCase() + audience.slice(1),
    people: (count: number) =>
      plural('en', count, { one: '# named person', other: '# named people' }),
    personAndMore: (name: string, more: number) => `${name} and ${number(more)} more`,
    groups: (count: number) => plural('en', count, { one: '# group', other: '# groups' }),
    /** The audiences in the order of their size. */
    list: (who: string[]) => lists.format(who),
    withPassword: (who: string) => `${who}, with password`,
    canChange: 'can change',
    whoCanChange: (who: string) => `${who} can change`,
    /** Of many links. */
    ofAll: { outsidersRead: 'Others only read', allRead: 'All only read' },
    nobody: 'Nobody',
    paid: 'paid',
    title: 'Who may do what',
    group: (name: string) => `Group ${name}`,
    unknown: 'Not known',
    partlyUnknown: 'partly not known',
    raw: 'As stored',
  },
  failed: 'Your links could not be loaded',
  sortedBy: 'Sort by',
  emptyAction: 'Go to Files',
  empty: 'Links you create appear here.',
  emptySearch: 'No matches in Shares',
  copyManually: 'Copy it from here',
  createdWhen: (when: string) => `Created ${when}`,
}
