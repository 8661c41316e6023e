import { SourceType } from '#src/contract/share.ts'
import { compareNatural } from '#src/lib/names/file-kind.ts'
import { textSearch } from '#src/lib/names/text-search.ts'
import { isUnusable, type ShareState, shareState } from '#src/lib/share-state.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import type { Sort } from '#src/ui/list/columns.ts'
import type { SharesUrl } from './url.ts'

type Filters = Pick<SharesUrl, 'search' | 'state' | 'protection' | 'kind'>

/** Identifies the rows that `shareFilter` keeps. */
export const filterKey = (url: Filters): string =>
  JSON.stringify([url.search, url.state, url.protection, url.kind])

function matchesState(wanted: SharesUrl['state'], state: ShareState): boolean {
  if (wanted === 'all' || wanted === state) return true
  if (wanted === 'dead') return isUnusable(state)
  return wanted === 'live' && state === 'expiring'
}

/** Whether a row passes the filters at `now`. Search ignores case and Unicode composition. */
export function shareFilter(url: Filters, now: number): (row: ShareRow) => boolean {
  const matches = textSearch(url.search)
  return (row) => {
    if (url.kind !== 'any' && (row.sourceType === SourceType.folder) !== (url.kind === 'folder'))
      return false
    if (url.protection !== 'any' && row.isProtected !== (url.protection === 'password'))
      return false
    if (url.state !== 'all' && !matchesState(url.state, shareState(row, now))) return false
    return matches === null || matches(row.name)
  }
}

const rank: Record<ShareState, number> = {
  expiring: 0,
  live: 1,
  expired: 2,
  usedUp: 3,
  sourceGone: 4,
}

/**
 * Compares rows; null for the order of the service, newest first. Rows without a value come last in both directions.
 */
export function shareOrder(
  { by, direction }: Sort,
  language: string,
  now: number,
  access: (row: ShareRow) => string,
): ((a: ShareRow, b: ShareRow) => number) | null {
  if (by === 'created' && direction === 'desc') return null
  const sign = direction === 'asc' ? 1 : -1
  const text = compareNatural(language)
  const optional = (a: number | null, b: number | null): number =>
    a === b ? 0 : a === null ? 1 : b === null ? -1 : sign * (a - b)
  switch (by) {
    case 'name':
      return (a, b) => sign * text(a.name, b.name)
    case 'state':
      return (a, b) => sign * (rank[shareState(a, now)] - rank[shareState(b, now)])
    case 'visits':
      return (a, b) => sign * (a.visited - b.visited)
    case 'downloads':
      return (a, b) => sign * (a.downloaded - b.downloaded)
    case 'expires':
      return (a, b) => optional(a.expires, b.expires)
    case 'price':
      return (a, b) => optional(a.price, b.price)
    case 'access':
      return (a, b) => sign * text(access(a), access(b))
    default:
      return (a, b) => sign * (a.createdAt - b.createdAt)
  }
}

export type ShareCounts = { all: number; live: number; expiring: number; dead: number }

/** Counts links by state, over the loaded rows. */
export function countStates(list: PagedList<ShareRow>, now: number): ShareCounts {
  const counts: ShareCounts = { all: 0, live: 0, expiring: 0, dead: 0 }
  for (const slot of list.order) {
    const row = list.at(slot)
    if (!row) continue
    const state = shareState(row, now)
    counts.all++
    if (isUnusable(state)) counts.dead++
    else counts.live++
    if (state === 'expiring') counts.expiring++
  }
  return counts
}
