import { isDeadState, shareState } from '#src/lib/share-state.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { minuteOf } from '#src/pages/shares/filter-sort.ts'
import { itemUriOfRow } from '#src/queries/shares/link-source.ts'
import {
  isLinkSourceOutdated,
  cachedLinkSource,
  subscribeToLinkSources,
} from '#src/stores/links/link-sources.ts'

/*
 * The list shows a link into a deleted folder as live (docs/protocol.md §5.2). Which links work is certain once the source
 * of each live one has been read.
 */

function isUnknown(row: ShareRow, now: number): boolean {
  if (isDeadState(shareState(row, now)) || itemUriOfRow(row) !== undefined) return false
  const cached = cachedLinkSource(row.id)
  return cached === undefined || isLinkSourceOutdated(cached)
}

/**
 * Where the last search stopped, and whether it was in vain. The next one goes on from there: an edit of 10,000 links reads
 * as many sources, one after the other.
 */
let last: { slots: Uint32Array; minute: number; index: number; isFound: boolean } | undefined

/** Whether one of these links counts as live at `now` (ms since 1970) although its item may be gone. */
export function hasUnknownSource(
  list: Pick<PagedList<ShareRow>, 'at'>,
  slots: Uint32Array,
  now: number,
): boolean {
  const minute = minuteOf(now)
  if (last?.slots === slots && last.minute === minute && !last.isFound) return false
  const start = last?.index ?? 0
  for (let step = 0; step < slots.length; step++) {
    const index = (start + step) % slots.length
    const row = list.at(slots[index] as number)
    if (!row || !isUnknown(row, now)) continue
    last = { slots, minute, index, isFound: true }
    return true
  }
  last = { slots, minute, index: 0, isFound: false }
  return false
}

export const subscribeToSources = (listener: () => void): (() => void) =>
  subscribeToLinkSources(listener)
