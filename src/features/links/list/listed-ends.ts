import { queryOptions } from '@tanstack/react-query'
import { keys } from '#src/lists/keys.ts'
import { PageLoader, rowsOfPage } from '#src/lists/loading/page-loader.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { linkPageSource } from './link-list.ts'

/**
 * Reads what the service lists, and shows in `list` which links have ended since or are gone. What was changed here
 * meanwhile stays as it is, as do the others: the service lists a link into a deleted folder as live.
 */
async function showListedEnds(list: PagedList<LinkRow>, signal: AbortSignal): Promise<void> {
  const before = Array.from(list.order, (rowIndex) => list.at(rowIndex))
  const listed = new Map<string, LinkRow | 'live'>()
  for await (const { page } of new PageLoader(linkPageSource()).pages(undefined, signal))
    for (const row of rowsOfPage(page)) listed.set(row.id, row.isExpired ? row : 'live')
  if (signal.aborted) return
  const ended: LinkRow[] = []
  const gone = new Set<string>()
  for (const row of before) {
    if (!row || list.at(list.rowIndexOfId(row.id) ?? -1) !== row) continue
    const now = listed.get(row.id)
    if (now === undefined) gone.add(row.id)
    else if (now !== 'live' && !row.isExpired) ended.push({ ...now, source: row.source })
  }
  if (ended.length > 0) list.replace(ended)
  list.remove(gone)
}

/** One reading for all links that turn out to have ended meanwhile: it takes a request for each hundred links. */
export const listedEndsQuery = (list: PagedList<LinkRow>) =>
  queryOptions({
    queryKey: keys.links.listedEnds(),
    queryFn: ({ signal }) => showListedEnds(list, signal).then(() => null),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { isInline: true },
  })
