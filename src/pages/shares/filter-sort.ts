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

export function matchesState(wanted: SharesUrl['state'], state: ShareState): boolean {
  if (wanted === 'all' || wanted === state) return true
  if (wanted === 'dead') return isUnusable(state)
  return wanted === 'live' && state === 'expiring'
}

/**
 * A link in pasted text, up to its id: what comes behind may be its password, which must not get into the address of the
 * page.
 */
export function pastedLink(text: string): { link: string; id: string } | undefined {
  const plain = text.replace(/%(?:2F|3A|40)/gi, decodeURIComponent)
  const [, before = '', id] =
    /^(.*?\/s\/|.*?:\/\/(?=[^/]*@share))([\w-]+?)(?=(?:Password|Expires): |[^\w-]|$)/.exec(plain) ??
    []
  return id ? { link: (before.endsWith('/s/') ? before : '/s/') + id, id } : undefined
}

/** Whether the name has all words of the search, in any order, or the link is the one that was pasted. */
function searchTest(search: string): ((row: ShareRow) => boolean) | null {
  const words = search.split(/\s+/).flatMap((word) => textSearch(word) ?? [])
  if (words.length === 0) return null
  const id = pastedLink(search)?.id ?? search.trim()
  return (row) => row.id === id || words.every((matches) => matches(row.name))
}

/** Whether a row passes the filters at `now`. Search ignores case and Unicode composition. */
export function shareFilter(url: Filters, now: number): (row: ShareRow) => boolean {
  const matches = searchTest(url.search)
  return (row) => {
    if (url.kind !== 'any' && (row.sourceType === SourceType.folder) !== (url.kind === 'folder'))
      return false
    if (url.protection !== 'any' && row.isProtected !== (url.protection === 'password'))
      return false
    if (url.state !== 'all' && !matchesState(url.state, shareState(row, now))) return false
    return matches === null || matches(row)
  }
}

/** Links that work come before dead ones. */
const rank: Record<ShareState, number> = {
  expiring: 0,
  live: 0,
  expired: 1,
  usedUp: 2,
  sourceGone: 3,
}

/** By the time that is left, the least first; those that ended last come first among the expired. */
function compareTimeLeft(a: ShareRow, b: ShareRow, now: number): number {
  const ranks = [rank[shareState(a, now)], rank[shareState(b, now)]] as const
  if (ranks[0] !== ranks[1]) return ranks[0] - ranks[1]
  if (ranks[0] > 1 || a.expires === b.expires) return 0
  const earlier = (a.expires ?? Infinity) < (b.expires ?? Infinity) ? -1 : 1
  return ranks[0] === 0 ? earlier : -earlier
}

/** Whether the order of the service, by id, is that of creation, newest first. */
export function isNewestFirst(list: PagedList<ShareRow>): boolean {
  let last = Infinity
  return list.order.every((slot) => {
    const before = last
    last = list.at(slot)?.createdAt ?? before
    return last <= before
  })
}

/** Compares rows. Rows without a value come last in both directions. */
export function shareOrder(
  { by, direction }: Sort,
  language: string,
  now: number,
  access: (row: ShareRow) => string,
): (a: ShareRow, b: ShareRow) => number {
  const sign = direction === 'asc' ? 1 : -1
  const text = compareNatural(language)
  const optional = (a: number | null, b: number | null): number =>
    a === b ? 0 : a === null ? 1 : b === null ? -1 : sign * (a - b)
  switch (by) {
    case 'name':
      return (a, b) => sign * text(a.name, b.name)
    case 'state':
      return (a, b) => sign * compareTimeLeft(a, b, now)
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

/** Counts links by state. */
export function countStates(
  list: PagedList<ShareRow>,
  slots: Uint32Array,
  now: number,
): ShareCounts {
  const counts: ShareCounts = { all: 0, live: 0, expiring: 0, dead: 0 }
  for (const slot of slots) {
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
