import { plural } from '#src/i18n/plural.ts'

/** Messages of `trash` for what is opened there. */
export const trashRest = {
  restore: 'Restore',
  deletePermanently: 'Delete permanently…',
  together: 'deleted together',
  restoreTo: 'Restore to…',
  confirmDelete: 'Delete permanently',
  confirmEmpty: 'Empty trash',
  showInFolder: 'Show in folder',
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
      size && `${size[0]?.toUpperCase()}${size.slice(1)} will be freed.`,
      hasFolders && 'Folders are deleted with everything in them.',
      'Any share links are deleted too.',
      'This cannot be undone.',
    ]
      .filter(Boolean)
      .join(' '),
  emptyTitle: 'Empty the trash?',
  /** `isSoFar`: more items are still being read. */
  emptyText: (count: number, size: string, isSoFar: boolean) =>
    `${isSoFar ? 'At least ' : ''}${plural('en', count, { one: '# item', other: '# items' })}${size && `, ${size},`} will be permanently deleted, and any share links to them. This cannot be undone.`,
  collected: 'Deleted permanently on',
  gone: 'This item is no longer in the trash.',
}
