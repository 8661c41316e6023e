import { useMemo, useSyncExternalStore } from 'react'
import {
  cachedLinkSource,
  isLinkSourceOutdated,
  subscribeToLinkSources,
} from '#src/features/links/source/link-source-cache.ts'
import { itemUriOfLinkRow } from '#src/features/links/source/link-source.ts'
import { isDeadState, linkState } from '#src/features/links/state/link-state.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { useNow } from '#src/ui/use-now.ts'

/** Whether a link counts as live although its item may be gone. */
export function isSourceUnchecked(row: LinkRow, now: number): boolean {
  if (isDeadState(linkState(row, now)) || itemUriOfLinkRow(row) !== undefined) return false
  const cached = cachedLinkSource(row.id)
  return cached === undefined || isLinkSourceOutdated(cached)
}

/**
 * Whether one of these links counts as live although its item may be gone: the list shows a link into a deleted folder
 * as live until its source is read (docs/protocol.md §5.2).
 */
export function useHasUncheckedSource(list: PagedList<LinkRow>, rowIndexes: Uint32Array): boolean {
  const now = useNow()
  const version = useSyncExternalStore(list.subscribe, list.version)
  const hasUnknown = useMemo(() => {
    // An edit of 10,000 links reads as many sources, one after the other: each search goes on where the last one ended.
    let index = 0
    return () => {
      for (; index < rowIndexes.length; index++) {
        const row = list.at(rowIndexes[index] as number)
        if (row && isSourceUnchecked(row, now)) return true
      }
      return false
    }
    // eslint-disable-next-line react/exhaustive-deps -- the version stands for what is in the list
  }, [list, version, rowIndexes, now])
  return useSyncExternalStore(subscribeToLinkSources, hasUnknown)
}
