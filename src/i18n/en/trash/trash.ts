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
    daysLeft: 'Days left',
    size: 'Size',
  },
  emptyTrash: 'Empty trash…',
  filters: 'Filters',
  expiringSoon: 'Deleted soon',
  deletedTogetherWhen: (when: string) => `Deleted together · ${when}`,
  togetherMore: 'Other deletions',
  togetherHint:
    'These were deleted within two seconds of each other. Untick any that don’t belong.',
  kind: 'Kind',
  anyKind: 'Any kind',
  from: 'From',
  fromFolder: (folder: string) => `From ${folder}`,
  anywhere: 'Anywhere',
  emptying: 'Emptying the trash',
  kept: (days: number) => plural('en', days, { one: 'kept # day', other: 'kept # days' }),
  emptied: 'The trash is empty.',
  originUnknown: 'Original location not known',
  failed: 'The trash could not be loaded',
  daysLeft: (days: number) =>
    days > 0 ? plural('en', days, { one: '# day left', other: '# days left' }) : 'Any moment',
  empty: 'Trash is empty',
  emptySearch: 'No matches in Trash',
}
