import { plural } from '../plural.ts'

export const trash = {
  title: 'Trash',
  list: 'Deleted items',
  count: (count: number) => plural('en', count, { one: '# item', other: '# items' }),
  columns: {
    name: 'Name',
    origin: 'Original location',
    deleted: 'Deleted',
    daysLeft: 'Days left',
    size: 'Size',
  },
  restore: 'Restore',
  restoreTo: 'Restore to…',
  deletePermanently: 'Delete permanently',
  emptyTrash: 'Empty trash',
  showInFolder: 'Show in folder',
  leavingSoon: 'Leaving soon',
  deletedTogether: 'Deleted together',
  deletedTogetherWhen: (when: string) => `Deleted together · ${when}`,
  kept: (days: number) =>
    plural('en', days, {
      one: 'Items stay here for # day, then they are gone.',
      other: 'Items stay here for # days, then they are gone.',
    }),
  originUnknown: 'Original location not known',
  failed: 'The trash could not be loaded',
  daysLeft: (days: number) =>
    days > 0 ? plural('en', days, { one: '# day left', other: '# days left' }) : 'Any moment',
  collected: 'Gone for good',
  gone: 'This item is no longer in the trash.',
  empty: 'Nothing has been deleted.',
  emptySearch: 'No deleted item matches.',
}
