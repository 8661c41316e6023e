import { matchQuery, type Query, type QueryClient } from '@tanstack/react-query'
import { keys } from '#src/lists/keys.ts'
import { maxNewestLinksAgeMs } from '#src/lists/loading/paged-lists.ts'
import { PagedList } from '#src/lists/paged-list.ts'

/** A list with more rows than this is not read again by itself. */
const maxRows = 2_000
/**
 * At focus, a folder list or a trash older than this is read again, in ms: events can be lost, and there are none of
 * permanent deletions.
 */
const maxFileAgeMs = 60_000
/** The same limit for a long trash and for the links, of which there are no events, in ms. */
const maxOtherAgeMs = 5 * 60_000

type Listed = { query: Query; list: PagedList<{ readonly id: string }> }

function pagedLists(client: QueryClient, queryKeys: readonly (readonly string[])[]): Listed[] {
  return client
    .getQueryCache()
    .getAll()
    .flatMap((query) => {
      const list: unknown = query.state.data
      const isOne = queryKeys.some((queryKey) => matchQuery({ queryKey }, query))
      return isOne && list instanceof PagedList ? [{ query, list: list as Listed['list'] }] : []
    })
}

const reload = (client: QueryClient, { query }: Listed) =>
  void client.refetchQueries({ queryKey: query.queryKey, exact: true })

/** Lists that are read again as soon as they have been loaded. */
const awaited = new WeakSet<Listed['list']>()

/** Calls `then` when the list has been loaded, unless that fails. */
function whenLoaded({ list }: Listed, then: () => void): void {
  if (awaited.has(list)) return
  awaited.add(list)
  const stop = list.subscribe(() => {
    if (list.loadState.at === 'loading') return
    stop()
    awaited.delete(list)
    if (list.loadState.at === 'complete') then()
  })
}

/**
 * To be called when others have changed files. Folder lists and the trash on screen are read again in place; long ones and
 * searches only say that they have changed. Lists that are not on screen become stale, and lists that are loading are read again
 * afterwards.
 */
export function refreshFileLists(client: QueryClient): void {
  const lists = pagedLists(client, [keys.files.lists(), keys.files.searches(), keys.files.trash()])
  for (const each of lists) {
    const { query, list } = each
    if (list.loadState.at === 'loading') whenLoaded(each, () => refreshOrMark(client, each))
    else if (query.getObserversCount() === 0) list.markStale()
    else refreshOrMark(client, each)
  }
  void client.invalidateQueries({ queryKey: keys.users.capacity() })
  void client.invalidateQueries({ queryKey: keys.files.allFolderSizes() })
}

function refreshOrMark(client: QueryClient, each: Listed): void {
  const isSearch = matchQuery({ queryKey: keys.files.searches() }, each.query)
  if (each.query.getObserversCount() === 0) each.list.markStale()
  else if (isSearch || each.list.size > maxRows) each.list.markChangedElsewhere()
  else reload(client, each)
}

/** To be called when the tab gets the focus: reads lists on screen again that are old. */
export function refreshOldListsOnFocus(client: QueryClient): void {
  const isOld = ({ list, query }: Listed, maxAge: number) =>
    query.getObserversCount() > 0 &&
    list.loadState.at === 'complete' &&
    // The clock may have been set back.
    Math.abs(Date.now() - list.loadState.since) > maxAge
  for (const each of pagedLists(client, [keys.files.lists(), keys.files.trash()]))
    if (isOld(each, maxFileAgeMs) && each.list.size <= maxRows) reload(client, each)
  for (const each of pagedLists(client, [keys.files.trash(), keys.links.list()]))
    if (isOld(each, maxOtherAgeMs)) reload(client, each)
  void client.refetchQueries({
    queryKey: keys.links.allNewest(),
    type: 'active',
    predicate: ({ state }) => Math.abs(Date.now() - state.dataUpdatedAt) > maxNewestLinksAgeMs,
  })
}
