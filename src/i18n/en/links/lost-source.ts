import { formatNumber, plural } from '#src/i18n/plural.ts'

/** Finding the item of a link that leads nowhere. */
export const lostSource = {
  otherItem: 'New link to another item…',
  brokenTitle: (name: string) => `The link to ${name} no longer works`,
  goneTitle: (name: string) => `The link to ${name} cannot be edited`,
  inTrash: (isFolder: boolean, folder: string | null) =>
    `The ${isFolder ? 'folder' : 'file'} is in the trash${folder === null ? '' : `, in the folder ${folder}`}.`,
  /** After the sentence that says that its item is in the trash. */
  restoreToFix: 'Restore it, and the link works again at the same address.',
  restoreToEdit: 'Restore it to edit the link.',
  /** Before the names of deleted folders. */
  mayBeIn: (count: number) =>
    plural('en', count, {
      one: 'It may be in this deleted folder:',
      other: 'It may be in one of these deleted folders:',
    }),
  moreFolders: (count: number) =>
    plural('en', count, { one: 'and # more folder', other: 'and # more folders' }),
  /** A time follows. */
  folderDeleted: 'deleted',
  lookInside: 'Look inside',
  /** The count is the next 50, or fewer at the end. */
  lookInsideNext: (count: number) =>
    plural('en', count, { one: 'Look inside the last one', other: 'Look inside the next #' }),
  notInsideNewest: (count: number) =>
    `It is not directly inside the ${formatNumber(count, 'en')} folders deleted last.`,
  notInside:
    'It is not directly inside any of them. It may lie deeper: restored folders show all that is in them.',
  gone: {
    deleted: () => 'This link was deleted.',
    /** `onlyNewest`: so many deleted items were looked through; null means all. */
    unknown: (isFolder: boolean, onlyNewest: number | null) => {
      const item = isFolder ? 'folder' : 'file'
      return onlyNewest === null
        ? `The ${item} was not found in Files or the trash. It may be permanently deleted, or in a deleted folder.`
        : `The ${item} was not found in Files or among the ${formatNumber(onlyNewest, 'en')} matching items deleted last. It may have been deleted earlier, permanently deleted, or be in a deleted folder.`
    },
  },
}

export type LostSourceMessages = typeof lostSource
