import { formatNumber, plural } from '#src/i18n/plural.ts'

const number = (value: number) => formatNumber(value, 'en')

export const trash = {
  title: 'Trash',
  list: 'Deleted items',
  count: (count: number) => plural('en', count, { one: '# item', other: '# items' }),
  countOf: (shown: number, all: number) =>
    plural('en', all, { one: `${number(shown)} of # item`, other: `${number(shown)} of # items` }),
  columns: {
    name: 'Name',
    origin: 'Original location',
    deleted: 'Deleted',
    items: 'Items',
    daysLeft: 'Days left',
    size: 'Size',
  },
  emptyTrash: 'Empty trash…',
  filters: 'Filters',
  expiringSoon: 'Deleted soon',
  deletedTogetherWhen: (when: string) => `Deleted together · ${when}`,
  togetherMore: 'Other deletions',
  togetherHint: 'These were deleted at the same time.',
  untickOthers: 'Untick any that don’t belong.',
  view: 'Show',
  views: { items: 'Each item', deletions: 'By deletion' },
  deletions: 'Deletions',
  andMore: (count: number) => plural('en', count, { other: 'and # more' }),
  severalFolders: 'Several folders',
  kind: 'Kind',
  anyKind: 'Any kind',
  from: 'From',
  fromFolder: (folder: string) => `From ${folder}`,
  anywhere: 'Anywhere',
  /** `files`: the name of the root. */
  noFolder: (files: string) => `${files}, in no folder`,
  emptying: 'Emptying the trash',
  kept: (days: number) => plural('en', days, { one: 'kept # day', other: 'kept # days' }),
  emptied: 'The trash is empty.',
  originUnknown: 'Original location not known',
  failed: 'The trash could not be loaded',
  daysLeft: (days: number) =>
    days > 0 ? plural('en', days, { one: '# day left', other: '# days left' }) : 'Any moment',
  empty: 'Trash is empty',
  emptyKept: (days: number) =>
    plural('en', days, {
      one: 'What you delete stays here for # day.',
      other: 'What you delete stays here for # days.',
    }),
  emptySearch: 'No matches in Trash',
  restore: 'Restore',
  deletePermanently: 'Delete permanently…',
  together: 'deleted together',
  restoreTo: 'Restore to…',
  onlyFrom: 'Only from this folder',
  restoreToTitle: (about: { name: string; count: number }) =>
    about.count === 1
      ? `Restore “${about.name}” to…`
      : plural('en', about.count, { other: 'Restore # items to…' }),
  restoreInto: (folder: string) => `Restore to ${folder}`,
  actionsFor: (name: string) => `Actions for ${name}`,
  collected: 'Deleted permanently on',
  gone: 'This item is no longer in the trash.',
}
