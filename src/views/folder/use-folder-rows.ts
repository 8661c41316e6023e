import { useI18n } from '#src/i18n/I18n.tsx'
import { useArrangement } from '#src/queries/arrangement.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import type { Sort } from '#src/ui/RowList.tsx'
import { fileOrder } from './arrange.ts'
import type { ShownView } from './shown-view.ts'

const all = () => true

/** A folder's rows as they are shown. */
export type FolderRows = {
  slots: Uint32Array
  isSorting: boolean
  /** Names the filter in force. */
  filter: string
  /** The order that the rows are in, or were asked for in; null where only the service knows. */
  sort: Sort | null
}

/**
 * The rows of a folder under a view. Until all rows have come, the order is the one in which the service lists them,
 * unless its reader chose another.
 */
export function useFolderRows(
  listing: Listing<FileRow, Folder>,
  view: ShownView,
  { isSortChosen }: { isSortChosen: boolean },
): FolderRows {
  const { language } = useI18n()
  const isListedSo = listing.head?.view?.order !== undefined
  const sort = isSortChosen || isListedSo || listing.isWhole ? view.sort : null
  const sorts = sort !== null && (isSortChosen || listing.isWhole)
  const { slots, isSorting } = useArrangement(listing, {
    by: sorts ? `${sort.by} ${sort.direction} ${language}` : '',
    compare: sorts ? fileOrder(sort, language) : null,
    filter: '',
    keep: all,
  })
  return { slots, isSorting, filter: '', sort }
}
