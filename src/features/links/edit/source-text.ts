import { ShareSourceType } from '#src/contract/share.ts'
import type { LinkSourceLocation } from '#src/features/links/source/link-source.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { useLostSourceMessages } from '#src/i18n/parts/lost-source-messages.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** `item` is what was deleted: the item of the link, or a folder that it is in. */
const isItself = (row: LinkRow, item: FileRow): boolean =>
  item.name === row.name && item.isFolder === (row.sourceType === ShareSourceType.folder)

/** The function says why a link whose item is gone leads nowhere: the same words wherever that is said. */
export function useSourceGoneText() {
  const messages = useLostSourceMessages()
  return (row: LinkRow, source: Exclude<LinkSourceLocation, { at: 'folder' }>): string => {
    const isFolder = row.sourceType === ShareSourceType.folder
    if (source.at === 'deleted') return messages.gone.deleted()
    if (source.at !== 'trash') return messages.gone.unknown(isFolder, source.onlyNewest)
    const { item } = source
    return messages.inTrash(isFolder, isItself(row, item) ? null : displayName(item.name))
  }
}

/** Where the deleted folders are that such an item may be in. */
export const deletedFoldersHref = '/trash?kind=folder'

export const restoreButtonText = (row: LinkRow, item: FileRow, t: Messages): string =>
  isItself(row, item)
    ? t.linkDetails.restore(item.isFolder)
    : t.linkDetails.restoreFolder(displayName(item.name))
