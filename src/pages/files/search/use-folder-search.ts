import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import { type FilesUrl, noSearch } from '#src/pages/files/url.ts'
import { focusList } from '#src/ui/keyboard/focus.ts'
import { useThrottledText } from './use-throttled-text.ts'

/**
 * The text by which the rows on screen are filtered until the service has searched below them, too; '' when only the
 * service can tell which rows match.
 */
export function localSearchText(list: PagedList<FileRow, FolderListHead>, url: FilesUrl): string {
  const hasOtherConditions = url.kind || url.changed || url.size
  const isSubstring = !/[*"]/.test(url.search)
  return list.loadState.at === 'complete' && isSubstring && !hasOtherConditions
    ? url.search.trim()
    : ''
}

/** The search field of a folder, and the ways to change and to end a search. */
export function useFolderSearch(
  url: FilesUrl,
  change: (part: Partial<FilesUrl>, replace?: boolean) => void,
  isSearch: boolean,
) {
  const searchFor = (part: Partial<FilesUrl>) =>
    change({ ...part, focus: null, open: null }, isSearch)
  const field = useThrottledText(url.search, (text) => searchFor({ search: text }))
  const leave = () => searchFor(noSearch)
  return {
    field,
    searchFor,
    leave,
    /** Each is undefined where there is nothing of it. */
    clearText: url.search.trim() ? () => searchFor({ search: '' }) : undefined,
    clearFilters:
      url.kind || url.changed || url.size
        ? () => searchFor({ ...noSearch, search: url.search })
        : undefined,
    /** Ends the search by a button that is removed with it: focus goes to the list. */
    leaveByButton: () => {
      focusList()
      leave()
    },
  }
}
export type FolderSearch = ReturnType<typeof useFolderSearch>
