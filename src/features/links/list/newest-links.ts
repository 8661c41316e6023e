import { type QueryClient, queryOptions, replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { firstLinkPageParams, listLinks } from '#src/api/links/link-list.ts'
import { getOwnLink } from '#src/api/links/links.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { showEndedLink } from '#src/features/links/source/ended-link.ts'
import { linkState } from '#src/features/links/state/link-state.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { keys } from '#src/lists/keys.ts'
import { maxNewestLinksAgeMs } from '#src/lists/loading/paged-lists.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { type LinkRow, toLinkRow } from '#src/lists/rows/link-row.ts'

const maxInFlight = 2

/**
 * The ids of the links that are in the list, with the number of the write that each came with: also of those that are
 * hidden, since their deletion may be under way.
 */
function writesById(list: PagedList<LinkRow>): Map<string, number> {
  const writes = new Map<string, number>()
  for (let rowIndex = 0; rowIndex < list.nextRowIndex; rowIndex++) {
    const row = list.at(rowIndex)
    if (row) writes.set(row.id, list.stamps[rowIndex] ?? 0)
  }
  return writes
}

/** Whether the service tells something new of a link. The page draws itself and counts all links again with each change. */
function isNew(list: PagedList<LinkRow>, row: LinkRow): boolean {
  const known = list.at(list.rowIndexOfId(row.id) ?? -1)
  return known === undefined || replaceEqualDeep(known, row) !== known
}

/**
 * Reads the newest page; resolves to the ids on it, and to the rows of links whose item was gone and which are listed as
 * live: that may be in a deleted folder still (docs/protocol.md §5.2), so each has to be read by itself. What was changed
 * here meanwhile stays as it is.
 */
async function readNewest(
  list: PagedList<LinkRow>,
  signal: AbortSignal,
): Promise<{ ids: Set<string>; lost: LinkRow[] }> {
  const before = writesById(list)
  const isUnchanged = (id: string) => {
    const rowIndex = list.rowIndexOfId(id)
    return rowIndex === undefined ? !before.has(id) : list.stamps[rowIndex] === before.get(id)
  }
  const page = await listLinks(firstLinkPageParams, signal)
  const rows = page.parseLinks().map(toLinkRow)
  const ids = new Set(rows.map(({ id }) => id))
  const oldest = page.next === undefined ? 0 : (rows.at(-1)?.createdAt ?? Infinity)
  const gone = [...before.keys()].filter((id) => {
    const row = list.at(list.rowIndexOfId(id) ?? -1)
    return row && !ids.has(id) && row.createdAt > oldest && isUnchanged(id)
  })
  const lost = rows
    .flatMap(({ id, isExpired }) => (isExpired ? [] : (list.at(list.rowIndexOfId(id) ?? -1) ?? [])))
    .filter((known) => linkState(known, serviceNow()) === 'sourceGone')
  const lostIds = new Set(lost.map(({ id }) => id))
  const changed = rows.filter(
    (row) => !lostIds.has(row.id) && isUnchanged(row.id) && isNew(list, row),
  )
  if (changed.length > 0) list.put(changed)
  if (gone.length > 0) list.remove(new Set(gone))
  return { ids, lost }
}

/**
 * Reads one link; undefined where it answers 404: what became of it is shown then, unless the list has it as dead
 * already.
 */
async function readOne(
  client: QueryClient,
  row: LinkRow,
  signal: AbortSignal,
): Promise<LinkRow | undefined> {
  try {
    const now = toLinkRow(await getOwnLink(row.id, row.password ?? undefined, signal))
    return { ...row, ...now, name: row.name, source: now.source ?? row.source }
  } catch (error) {
    if (!isNotFound(error)) throw error
    if (!row.isExpired) await showEndedLink(client, row, signal)
    return undefined
  }
}

/**
 * Reads the newest page of the list, and by themselves the links in these row indexes that are not on it and those that
 * may have got their item back. Of a link that is still dead the service tells nothing. Resolves to when that was.
 */
async function readNewestLinks(
  client: QueryClient,
  list: PagedList<LinkRow>,
  rowIndexes: Uint32Array,
  signal: AbortSignal,
): Promise<number> {
  const { ids, lost } = await readNewest(list, signal)
  const inView = Array.from(rowIndexes, (rowIndex) => list.at(rowIndex)).filter(
    (row) => row !== undefined && !ids.has(row.id),
  ) as LinkRow[]
  const read = new Map<LinkRow, LinkRow>()
  try {
    await forEachConcurrently([...inView, ...lost], maxInFlight, async (row) => {
      const now = await readOne(client, row, signal)
      if (now) read.set(row, now)
    })
  } finally {
    // What was changed here meanwhile stays as it is.
    const isUnchanged = (row: LinkRow) => list.at(list.rowIndexOfId(row.id) ?? -1) === row
    const changed = [...read].flatMap(([row, now]) =>
      isUnchanged(row) && isNew(list, now) ? [now] : [],
    )
    if (changed.length > 0) list.replace(changed)
  }
  return Date.now()
}

/**
 * When the newest links were read last, in ms since 1970. The page reads them again ({@link readNewestLinks}) when it is
 * entered and at focus, since the service tells nothing of what the user does to links in other browsers. A failure is
 * silent: the whole list is read again later.
 */
const newestLinksQuery = (list: PagedList<LinkRow>) => {
  const loadedAt = list.loadState.at === 'complete' ? list.loadState.since : 0
  return queryOptions({
    queryKey: keys.links.newest(loadedAt),
    enabled: loadedAt > 0,
    initialData: loadedAt,
    initialDataUpdatedAt: loadedAt,
    staleTime: maxNewestLinksAgeMs,
    // `refreshOldListsOnFocus` also knows of windows beside each other.
    refetchOnWindowFocus: false,
    meta: { isInline: true },
  })
}

/** Reads the newest links again when they are old, and those on screen. Returns a function to call with the rows that are drawn. */
export function useNewestLinksRefresh(list: PagedList<LinkRow>, rowIndexes: Uint32Array) {
  const drawn = useRef({ start: 0, end: 0 })
  useQuery({
    ...newestLinksQuery(list),
    queryFn: ({ signal, client }) => {
      const inView = rowIndexes.subarray(drawn.current.start, drawn.current.end)
      return readNewestLinks(client, list, inView, signal)
    },
  })
  return useCallback((rows: { readonly start: number; readonly end: number }) => {
    drawn.current = rows
  }, [])
}
