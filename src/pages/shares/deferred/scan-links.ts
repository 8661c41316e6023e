import { isDeadState, shareState } from '#src/lib/share-state.ts'
import { fingerprint } from '#src/lib/text/fingerprint.ts'
import { createYielder } from '#src/lib/yield-to-main.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import type { LocalLinkData } from '#src/pages/shares/deferred-features.ts'
import type { LastSeenLinks, LinkSnapshot } from '#src/stores/links/last-seen.ts'
import { changeSince } from './local-link-data.ts'

type Rows = Pick<PagedList<ShareRow>, 'at'>

/** Calls `each` with every row, in slices; resolves to whether it reached the last one. */
async function forEachRow(
  list: Rows,
  slots: Uint32Array,
  signal: AbortSignal,
  each: (row: ShareRow) => void,
): Promise<boolean> {
  const { isDue, yieldToMain } = createYielder()
  for (const [index, slot] of slots.entries()) {
    const row = list.at(slot)
    if (row) each(row)
    if ((index & 255) === 0 && isDue()) {
      await yieldToMain()
      if (signal.aborted) return false
    }
  }
  return true
}

/** What the list is compared with when the user next views it; undefined when aborted. `now` in ms since 1970. */
export async function takeSnapshot(
  list: Rows,
  slots: Uint32Array,
  now: number,
  signal: AbortSignal,
): Promise<LinkSnapshot | undefined> {
  const links = new Float64Array(slots.length)
  const visits = new Uint32Array(slots.length)
  const downloads = new Uint32Array(slots.length)
  const dead = new Uint8Array(slots.length)
  let length = 0
  const isWhole = await forEachRow(list, slots, signal, (row) => {
    links[length] = fingerprint(row.id)
    visits[length] = row.visited
    downloads[length] = row.downloaded
    dead[length] = Number(isDeadState(shareState(row, now)))
    length++
  })
  if (!isWhole) return undefined
  return {
    at: now,
    links: links.slice(0, length),
    visits: visits.slice(0, length),
    downloads: downloads.slice(0, length),
    dead: dead.slice(0, length),
  }
}

/** How many of the links have a folder that is known; undefined when aborted. */
export async function countKnownFolders(
  list: Pick<PagedList<ShareRow>, 'at' | 'order'>,
  { folderPathOf }: LocalLinkData,
  signal: AbortSignal,
): Promise<number | undefined> {
  let known = 0
  const isWhole = await forEachRow(list, list.order.slice(), signal, (row) => {
    if (folderPathOf(row) !== undefined) known++
  })
  return isWhole ? known : undefined
}

export type ChangeCounts = { readonly new: number; readonly dead: number; readonly visited: number }

/** How many of these links have changed since the user last viewed them; undefined when aborted. */
export async function countChanges(
  list: Rows,
  slots: Uint32Array,
  lastSeen: LastSeenLinks,
  now: number,
  signal: AbortSignal,
): Promise<ChangeCounts | undefined> {
  const counts = { new: 0, dead: 0, visited: 0 }
  const isWhole = await forEachRow(list, slots, signal, (row) => {
    const change = changeSince(lastSeen, row, now)
    if (change.isNew) counts.new++
    if (change.isNewlyDead) counts.dead++
    if (change.visits + change.downloads > 0) counts.visited++
  })
  return isWhole ? counts : undefined
}
