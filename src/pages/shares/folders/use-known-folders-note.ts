import { useDeferredValue, useMemo, useSyncExternalStore } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import type { FolderPaths } from './use-folder-paths.ts'

/** What is said beside a search: of how many links the folders are known, unless of all. */
export function useKnownFoldersNote(
  list: PagedList<LinkRow>,
  paths: FolderPaths,
  isSearching: boolean,
): string | undefined {
  const { t } = useI18n()
  const version = useSyncExternalStore(list.subscribe, list.version)
  const isLoading = list.loadState.at === 'loading'
  // The count goes over all links, which should not hold up the links that are found.
  const counted = useDeferredValue<FolderPaths | undefined>(paths, undefined)
  const count = useMemo(
    () => (isLoading || !isSearching || !counted ? undefined : countKnown(list, counted)),
    // eslint-disable-next-line react/exhaustive-deps -- the version stands for what is in the list
    [list, version, isLoading, isSearching, counted],
  )
  return count === undefined || count >= list.size
    ? undefined
    : t.linkActions.foldersKnown(count, list.size)
}

function countKnown(list: PagedList<LinkRow>, { isKnown }: FolderPaths): number {
  let known = 0
  for (const rowIndex of list.order) {
    const row = list.at(rowIndex)
    if (row && isKnown(row)) known++
  }
  return known
}
