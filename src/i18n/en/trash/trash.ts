import { plural } from '#src/i18n/plural.ts'

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
  deletePermanently: 'Delete permanently…',
  emptyTrash: 'Empty trash…',
  confirmDelete: 'Delete permanently',
  confirmEmpty: 'Empty trash',
  showInFolder: 'Show in folder',
  filters: 'Filters',
  expiringSoon: 'Deleted soon',
  deletedTogetherWhen: (when: string) => `Deleted together · ${when}`,
  together: 'deleted together',
  togetherMore: 'Other deletions',
  togetherHint:
    'These were deleted within two seconds of each other. Untick any that don’t belong.',
  kind: 'Kind',
  anyKind: 'Any kind',
  from: 'From',
  fromFolder: (folder: string) => `From ${folder}`,
  anywhere: 'Anywhere',
  fromHere: 'Only from this folder',
  restoreToTitle: (about: { name: string; count: number }) =>
    about.count === 1
      ? `Restore “${about.name}” to…`
      : plural('en', about.count, { other: 'Restore # items to…' }),
  restoreInto: (folder: string) => `Restore to ${folder}`,
  actionsFor: (name: string) => `Actions for ${name}`,
  deleteTitle: (about: { name: string; count: number }) =>
    about.count === 1
      ? `Permanently delete “${about.name}”?`
      : plural('en', about.count, { other: 'Permanently delete # items?' }),
  /** `size` in words, empty when it is not known. */
  deleteText: (size: string, hasFolders: boolean) =>
    [
      size && `${size} will be freed.`,
      hasFolders && 'Folders go with everything in them.',
      'This cannot be undone.',
    ]
      .filter(Boolean)
      .join(' '),
  emptyTitle: 'Empty the trash?',
  emptyText: (count: number, size: string) =>
    `${plural('en', count, { one: '# item', other: '# items' })}${size && `, ${size},`} will be permanently deleted. This cannot be undone.`,
  emptying: 'Emptying the trash',
  emptied: 'The trash is empty.',
  originUnknown: 'Original location not known',
  failed: 'The trash could not be loaded',
  daysLeft: (days: number) =>
    days > 0 ? plural('en', days, { one: '# day left', other: '# days left' }) : 'Any moment',
  collected: 'Deleted permanently on',
  gone: 'This item is no longer in the trash.',
  empty: 'Trash is empty',
  emptySearch: 'No matches in Trash',
}
