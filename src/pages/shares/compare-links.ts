import { type LinkState, linkState } from '#src/features/links/state/link-state.ts'
import { createNaturalCompare } from '#src/lib/names/natural-order.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import type { Sort } from '#src/ui/list/columns.ts'

/** Links that work come before dead ones. */
const rank: Record<LinkState, number> = {
  expiring: 0,
  live: 0,
  expired: 1,
  usedUp: 2,
  sourceGone: 3,
}

/** By the time that is left, the least first; those that ended last come first among the expired. */
function compareTimeLeft(a: LinkRow, b: LinkRow, now: number): number {
  const ranks = [rank[linkState(a, now)], rank[linkState(b, now)]] as const
  if (ranks[0] !== ranks[1]) return ranks[0] - ranks[1]
  if (ranks[0] > 1 || a.expires === b.expires) return 0
  const earlier = (a.expires ?? Infinity) < (b.expires ?? Infinity) ? -1 : 1
  return ranks[0] === 0 ? earlier : -earlier
}

export function createLinkCompare(
  { by, direction }: Sort,
  language: string,
  now: number,
  access: (row: LinkRow) => string,
): (a: LinkRow, b: LinkRow) => number {
  const sign = direction === 'asc' ? 1 : -1
  const text = createNaturalCompare(language)
  switch (by) {
    case 'name':
      return (a, b) => sign * text(a.name, b.name)
    case 'state':
      return (a, b) => sign * compareTimeLeft(a, b, now)
    case 'visits':
      return (a, b) => sign * (a.visited - b.visited)
    case 'downloads':
      return (a, b) => sign * (a.downloaded - b.downloaded)
    case 'access':
      return (a, b) => sign * text(access(a), access(b))
    default:
      return (a, b) => sign * (a.createdAt - b.createdAt)
  }
}

/** Whether the order of the service, by id, is that of creation, newest first. */
export function isListedNewestFirst(list: PagedList<LinkRow>): boolean {
  let last = Infinity
  return list.order.every((rowIndex) => {
    const before = last
    last = list.at(rowIndex)?.createdAt ?? before
    return last <= before
  })
}
