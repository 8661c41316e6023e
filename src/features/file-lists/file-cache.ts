import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isSameOrBelow, nameOfUri, parentUri } from '#src/contract/uri.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { groupBy } from '#src/lib/group-by.ts'
import { keys } from '#src/lists/keys.ts'
import { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'

/*
 * Updates of cached lists that several writes of files share.
 */

type CachedList = { uri: string; list: PagedList<FileRow, FolderListHead> }

const listsUnder = (client: QueryClient, queryKey: QueryKey): CachedList[] =>
  client
    .getQueriesData<PagedList<FileRow, FolderListHead>>({ queryKey })
    .flatMap(([key, data]) =>
      data instanceof PagedList && typeof key[2] === 'string' ? [{ uri: key[2], list: data }] : [],
    )

export const cachedFolderLists = (client: QueryClient): CachedList[] =>
  listsUnder(client, keys.files.lists())

const cachedSearchLists = (client: QueryClient): CachedList[] =>
  listsUnder(client, keys.files.searches())

/** Runs the searches on screen again: found items may have moved, and others may match now. */
export function reloadSearches(client: QueryClient): void {
  for (const { list } of cachedSearchLists(client)) void list.reload()
}

/** Ids of these items and of all rows below them. */
function idsWithDescendants(list: PagedList<FileRow>, items: readonly JobItem[]): Set<string> {
  const ids = new Set(items.map(({ id }) => id))
  const removedUris = new Set(items.map(({ uri }) => uri))
  for (const rowIndex of list.order) {
    const { id, uri } = list.at(rowIndex) ?? { id: '', uri: '' }
    for (let end = uri.lastIndexOf('/'); end > 0; end = uri.lastIndexOf('/', end - 1)) {
      if (removedUris.has(uri.slice(0, end))) ids.add(id)
    }
  }
  return ids
}

export function removeFromSearches(client: QueryClient, items: readonly JobItem[]): void {
  for (const { list } of cachedSearchLists(client)) list.remove(idsWithDescendants(list, items))
}

export function removeFromFolders(client: QueryClient, items: readonly JobItem[]): void {
  const ids = new Set(items.map(({ id }) => id))
  for (const { uri, list } of cachedFolderLists(client)) {
    list.remove(ids)
    // Without this, the list of a folder that no longer exists would still be shown.
    if (items.some((item) => isSameOrBelow(uri, item.uri))) {
      client.removeQueries({ queryKey: keys.files.list(uri), exact: true })
    }
  }
}

export function addToFolder(client: QueryClient, folder: string, rows: readonly FileRow[]): void {
  for (const { uri, list } of cachedFolderLists(client)) if (uri === folder) list.put(rows)
}

/** Adds each row to the list of the folder that it is in. */
export function addToFolders(client: QueryClient, rows: readonly FileRow[]): void {
  for (const [folder, some] of groupBy(rows, ({ uri }) => parentUri(uri)))
    if (folder !== null) addToFolder(client, folder, some)
}

/** Changes the row of an item wherever it is listed, as it is now: others may have changed it since a write of it began. */
export function changeRow(
  client: QueryClient,
  id: string,
  change: (row: FileRow) => FileRow,
): void {
  for (const { uri, list } of [...cachedFolderLists(client), ...cachedSearchLists(client)]) {
    const rowIndex = list.rowIndexOfId(id)
    const row = rowIndex === undefined ? undefined : list.at(rowIndex)
    if (!row) continue
    const changed = change(row)
    // A move whose answer is still to come, or got lost, may have brought it to another folder.
    if (parentUri(row.uri) === uri && parentUri(changed.uri) !== uri) list.remove(new Set([id]))
    else list.put([changed])
    // What the change has left as it was may be out of date, and this reload would not say so any more.
    if (list.hasBeenComplete && list.loadState.at === 'loading') void list.reload()
  }
}

/** Shows an item at `uri`, where a move has brought it. */
export function showMovedItem(client: QueryClient, item: FileRow, uri: string): void {
  const folder = parentUri(uri) ?? ''
  // What is listed below a folder has another address then.
  if (item.isFolder || folder !== parentUri(item.uri)) removeFromFolders(client, [item])
  addToFolder(client, folder, [{ ...item, uri, name: nameOfUri(uri) }])
}

/** Whether the list of the folder that the item was in still shows it. */
export function isInCachedFolderList(client: QueryClient, { id, uri }: FileRow): boolean {
  const folder = parentUri(uri)
  return cachedFolderLists(client).some(
    (each) => each.uri === folder && each.list.rowIndexOfId(id) !== undefined,
  )
}

const listOf = (client: QueryClient, folder: string) =>
  client.getQueryCache().find({ queryKey: keys.files.list(folder), exact: true })

export const isFolderOnScreen = (client: QueryClient, folder: string): boolean =>
  listOf(client, folder)?.isActive() ?? false

/** Reloads the list of a folder on screen, and marks one that is not on screen as stale. */
export function reloadFolder(client: QueryClient, folder: string): void {
  for (const { uri, list } of cachedFolderLists(client)) {
    if (uri !== folder) continue
    if (isFolderOnScreen(client, uri)) void list.reload()
    else list.markStale()
  }
}
