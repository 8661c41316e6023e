import { queryOptions } from '@tanstack/react-query'
import { firstLinkPage, listLinks } from '#src/api/links/link-list.ts'
import { getOwnLink } from '#src/api/links/links.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { keys } from '#src/lists/keys.ts'
import { maxNewestLinksAgeMs } from '#src/lists/loading/paged-lists.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { type LinkRow, toLinkRow } from '#src/lists/rows/link-row.ts'

const maxInFlight = 2

/** The ids of the links that are in the list, with the number of the write that each came with. */
const writesById = (list: PagedList<LinkRow>): Map<string, number> =>
  new Map(
    Array.from(
      list.order,
      (rowIndex) => [list.at(rowIndex)?.id ?? '', list.stamps[rowIndex] ?? 0] as const,
    ),
  )

/** The rows that the list does not have as they are: after each write a long list is sorted, filtered and counted again. */
const changedRows = (list: PagedList<LinkRow>, rows: readonly LinkRow[]): LinkRow[] =>
  rows.filter((row) => {
    const known = list.at(list.rowIndexOfId(row.id) ?? -1)
    return JSON.stringify(known) !== JSON.stringify(row)
  })

/** Reads the newest page; resolves to the ids on it. What was changed here meanwhile stays as it is. */
async function readNewest(list: PagedList<LinkRow>, signal: AbortSignal): Promise<Set<string>> {
  const before = writesById(list)
  const isUnchanged = (id: string) => {
    const rowIndex = list.rowIndexOfId(id)
    return rowIndex === undefined ? !before.has(id) : list.stamps[rowIndex] === before.get(id)
  }
  const page = await listLinks(firstLinkPage, signal)
  const rows = page.parseLinks().map(toLinkRow)
  const ids = new Set(rows.map(({ id }) => id))
  const oldest = page.next === undefined ? 0 : (rows.at(-1)?.createdAt ?? Infinity)
  const gone = [...before.keys()].filter((id) => {
    const row = list.at(list.rowIndexOfId(id) ?? -1)
    return row && !ids.has(id) && row.createdAt > oldest && isUnchanged(id)
  })
  const unchanged = rows.filter(({ id }) => isUnchanged(id))
  list.put(changedRows(list, unchanged))
  if (gone.length > 0) list.remove(new Set(gone))
  return ids
}

/** Reads one link. A link that works no longer answers 404, whatever became of it. */
async function readOne(row: LinkRow, signal: AbortSignal): Promise<LinkRow> {
  const now = await getOwnLink(row.id, row.password ?? undefined, signal).then(
    toLinkRow,
    (error: unknown) => {
      if (isNotFound(error)) return { ...row, isExpired: true }
      throw error
    },
  )
  return { ...row, ...now, name: row.name, source: now.source ?? row.source }
}

/**
 * Reads the newest page of the list, and of the links in these row indexes those that are not on it. Only links that
 * work are read by themselves: of others the service tells nothing.
 */
export async function readNewestLinks(
  list: PagedList<LinkRow>,
  rowIndexes: Uint32Array,
  signal: AbortSignal,
): Promise<true> {
  const newest = await readNewest(list, signal)
  const others = Array.from(rowIndexes, (rowIndex) => list.at(rowIndex)).filter(
    (row) => row !== undefined && !row.isExpired && !newest.has(row.id),
  )
  const read = new Map<LinkRow, LinkRow>()
  await forEachConcurrently(others as LinkRow[], maxInFlight, async (row) => {
    read.set(row, await readOne(row, signal))
  })
  const isInList = (row: LinkRow) => list.at(list.rowIndexOfId(row.id) ?? -1) === row
  // What was changed here meanwhile stays as it is.
  const unchanged = [...read].flatMap(([row, now]) => (isInList(row) ? now : []))
  list.replace(changedRows(list, unchanged))
  return true
}

/**
 * When {@link readNewestLinks} is due: the service tells nothing of what the user does to links in other browsers. The data
 * is of no use, and a failure silent, since the whole list is read again later.
 */
export const newestLinks = (list: PagedList<LinkRow>) => {
  const loadedAt = list.loadState.at === 'complete' ? list.loadState.since : 0
  return queryOptions({
    queryKey: keys.links.newest(),
    enabled: loadedAt > 0,
    initialData: true,
    initialDataUpdatedAt: loadedAt,
    staleTime: ({ state }) => maxNewestLinksAgeMs + Math.max(0, loadedAt - state.dataUpdatedAt),
    // `refreshOldListsOnFocus` also knows of windows beside each other.
    refetchOnWindowFocus: false,
    meta: { isInline: true },
  })
}
