import type { QueryClient } from '@tanstack/react-query'
import { trashSearchUri } from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { parentUri, parseUri, rootUri } from '#src/contract/uri.ts'
import {
  reloadFolder,
  removeFromFolders,
  removeFromSearches,
} from '#src/features/file-lists/file-cache.ts'
import type { FailedItem, JobItem } from '#src/jobs/store/job.ts'
import { type PageRequestOptions, searchFolder } from '#src/jobs/verification/item-lookup.ts'
import { keys } from '#src/lists/keys.ts'
import { reloadListIfOnScreen } from '#src/lists/loading/reload-on-screen.ts'
import { PagedList } from '#src/lists/paged-list.ts'
import { type FileRow, fileRowsAmong, toFileRow } from '#src/lists/rows/file-row.ts'

/* The list of the trash in the cache, and what writes change in it. */

const pageSize = 500
/** Pages of the trash, newest first, of other items among which those are searched for that have just been deleted. */
const maxPagesOfOthers = 20
/** Pages that are searched for items of which it is not known when they were deleted. */
const maxPagesOfOlder = 4

/**
 * The rows of the trash for items that have just been deleted; those that are not there are left out. The trash does not
 * say which of them are shared, so that is taken over.
 */
export async function findInTrash(
  items: readonly JobItem[],
  requests: PageRequestOptions = {},
): Promise<FileRow[]> {
  const shared = fileRowsAmong(items).filter(({ isShared }) => isShared)
  const sharedIds = new Set(shared.map(({ id }) => id))
  const maxPages = maxPagesOfOthers + Math.ceil(items.length / pageSize)
  const found = await searchFolder(rootUri('trash'), items, {
    ...requests,
    size: pageSize,
    maxPages,
  })
  const rows = Array.from(found.values(), (file) => toFileRow(file))
  return rows.map((row) => (sharedIds.has(row.id) ? { ...row, isShared: true } : row))
}

/**
 * The ids of those of these items that are found at their URIs in the trash, among the first 2,000 that were in the folder
 * of all of them, or, where that is the root, among the first 2,000.
 */
export async function findStillInTrash(
  items: readonly FileRow[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const uri = trashSearchOf(items)
  const requests = { size: pageSize, maxPages: maxPagesOfOlder, signal }
  const found = await searchFolder(uri, items, requests)
  return new Set(items.flatMap((item) => (found.get(item.id)?.path === item.uri ? item.id : [])))
}

/** Finds what was deleted from the deepest folder that all of these items were in. */
function trashSearchOf(items: readonly FileRow[]): string {
  const [first = [], ...others] = items.map(({ origin }) =>
    origin === null ? [] : parseUri(origin).segments.slice(0, -1),
  )
  const length = others.reduce((shared, segments) => {
    const differs = segments.findIndex((name, at) => name !== first[at])
    return Math.min(shared, differs < 0 ? segments.length : differs)
  }, first.length)
  const folder = first[length - 1]
  if (folder === undefined) return rootUri('trash')
  return trashSearchUri(`/${encodeURIComponent(folder)}/`)
}

const cachedList = (client: QueryClient): PagedList<FileRow> | undefined => {
  const list: unknown = client.getQueryData(keys.files.trash())
  return list instanceof PagedList ? (list as PagedList<FileRow>) : undefined
}

export const removeFromTrashList = (client: QueryClient, items: readonly JobItem[]): void =>
  cachedList(client)?.remove(new Set(items.map(({ id }) => id)))

export function clearTrashList(client: QueryClient): void {
  const list = cachedList(client)
  list?.remove(new Set(Array.from(list.order, (rowIndex) => list.at(rowIndex)?.id ?? '')))
}

/**
 * Shows what became of files that had to make room in vain: back in their places, where a list that was loaded meanwhile
 * has them in the trash, or gone because somebody has emptied it.
 */
export function updateListsAfterPutBack(
  client: QueryClient,
  { back, gone }: { readonly back: readonly JobItem[]; readonly gone: readonly JobItem[] },
): void {
  removeFromTrashList(client, back)
  for (const folder of new Set(back.map(({ uri }) => parentUri(uri) ?? '')))
    reloadFolder(client, folder)
  removeFromFolders(client, gone)
}

/** The items that were found not to exist any more. */
export const itemsNotFound = (failed: readonly FailedItem<FileRow>[]): FileRow[] =>
  failed.flatMap(({ item, error }) => (hasErrorCode(error, ErrorCode.notFound) ? [item] : []))

function removeFromFileLists(client: QueryClient, items: readonly JobItem[]): void {
  removeFromFolders(client, items)
  removeFromSearches(client, items)
}

/** Has the list of the trash loaded again when its page is entered. */
export const markTrashStale = (client: QueryClient): void => cachedList(client)?.markStale()

/** These are in the trash by now. */
export function showDeleting(client: QueryClient, done: readonly JobItem[]): void {
  removeFromFileLists(client, done)
  // The job may wait for a lock for long before its items are shown there.
  markTrashStale(client)
}

/** Shows what a job has done in the end that has moved items to the trash. */
export async function showDeleted(
  client: QueryClient,
  {
    done,
    failed,
  }: { readonly done: readonly JobItem[]; readonly failed: readonly FailedItem<FileRow>[] },
): Promise<void> {
  removeFromFileLists(client, itemsNotFound(failed))
  if (done.length > 0) reloadListIfOnScreen(client, keys.links.list())
  await addToTrashList(client, done)
}

/**
 * Adds items that have just been deleted to the list of the trash, if that has been loaded. Only the service knows their
 * addresses in the trash, so they are read from there. Call it before the items can be restored again. Never rejects.
 */
export async function addToTrashList(
  client: QueryClient,
  deleted: readonly JobItem[],
): Promise<void> {
  const list = cachedList(client)
  if (!list || deleted.length === 0) return
  try {
    list.put(await findInTrash(deleted))
  } catch {
    // The list itself shows when it cannot be loaded, and offers to resume.
    void list.reload()
  }
}
