import type { LastSeenLinks, LinksSnapshot } from '#src/features/links/state/last-seen.ts'
import { isDeadState, linkState } from '#src/features/links/state/link-state.ts'
import { createYielder } from '#src/lib/concurrency/yield-to-main.ts'
import { fingerprint } from '#src/lib/text/fingerprint.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import type { SharesUrl } from '#src/pages/shares/url.ts'

export type ChangesSinceLastSeen = {
  readonly isNew: boolean
  readonly isNewlyDead: boolean
  /** How many more visits there are. */
  readonly visits: number
  readonly downloads: number
}

/** Compares a link with when the user last viewed it, at `now` (ms since 1970). */
export function changesSinceLastSeen(
  lastSeen: LastSeenLinks,
  row: LinkRow,
  now: number,
): ChangesSinceLastSeen {
  const before = lastSeen.find(row.id)
  if (!before) return { isNew: true, isNewlyDead: false, visits: 0, downloads: 0 }
  return {
    isNew: false,
    isNewlyDead: !before.isDead && isDeadState(linkState(row, now)),
    visits: Math.max(0, row.visited - before.visits),
    downloads: Math.max(0, row.downloaded - before.downloads),
  }
}

const tests: Record<
  Exclude<SharesUrl['since'], 'any'>,
  (change: ChangesSinceLastSeen) => boolean
> = {
  new: ({ isNew }) => isNew,
  dead: ({ isNewlyDead }) => isNewlyDead,
  visited: ({ visits, downloads }) => visits + downloads > 0,
}

/** Whether a link has changed in this way; true for all links while it is not known when they were last seen. */
export function matchesSinceFilter(
  since: SharesUrl['since'],
  lastSeen: LastSeenLinks | undefined,
  row: LinkRow,
  now: number,
): boolean {
  return since === 'any' || !lastSeen || tests[since](changesSinceLastSeen(lastSeen, row, now))
}

type Rows = Pick<PagedList<LinkRow>, 'at'>

/** Calls `each` with every row, in slices; resolves to whether it reached the last one. */
async function forEachRow(
  list: Rows,
  rowIndexes: Uint32Array,
  signal: AbortSignal,
  each: (row: LinkRow) => void,
): Promise<boolean> {
  const { isDue, yieldToMain } = createYielder()
  for (const [index, rowIndex] of rowIndexes.entries()) {
    const row = list.at(rowIndex)
    if (row) each(row)
    if ((index & 255) === 0 && isDue()) {
      await yieldToMain()
      if (signal.aborted) return false
    }
  }
  return true
}

/** What the list is compared with when the user next views it; undefined when aborted. `now` in ms since 1970. */
export async function takeLinksSnapshot(
  list: Rows,
  rowIndexes: Uint32Array,
  now: number,
  signal: AbortSignal,
): Promise<LinksSnapshot | undefined> {
  const links: number[] = []
  const visits: number[] = []
  const downloads: number[] = []
  const dead: number[] = []
  const isWhole = await forEachRow(list, rowIndexes, signal, (row) => {
    links.push(fingerprint(row.id))
    visits.push(row.visited)
    downloads.push(row.downloaded)
    dead.push(Number(isDeadState(linkState(row, now))))
  })
  return isWhole ? { at: now, links, visits, downloads, dead } : undefined
}

export type ChangedLinkCounts = {
  readonly new: number
  readonly dead: number
  readonly visited: number
}

/** How many of these links have changed since the user last viewed them; undefined when aborted. */
export async function countChangedLinks(
  list: Rows,
  rowIndexes: Uint32Array,
  lastSeen: LastSeenLinks,
  now: number,
  signal: AbortSignal,
): Promise<ChangedLinkCounts | undefined> {
  const counts = { new: 0, dead: 0, visited: 0 }
  const isWhole = await forEachRow(list, rowIndexes, signal, (row) => {
    const change = changesSinceLastSeen(lastSeen, row, now)
    if (tests.new(change)) counts.new++
    if (tests.dead(change)) counts.dead++
    if (tests.visited(change)) counts.visited++
  })
  return isWhole ? counts : undefined
}
