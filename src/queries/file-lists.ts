import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as api from '#src/api/files.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import type { File } from '#src/contract/file.ts'
import { isSameOrBelow } from '#src/contract/uri.ts'
import type { BatchItem } from '#src/stores/batches.ts'
import type { Operation } from '#src/lib/operation.ts'
import type { FileRow, Folder } from './files.ts'
import { Listing } from './listing.ts'

/*
 * What writes of files have in common: the lists that they change, and looking at the service what became of an item.
 */

export const about = (kind: Operation['kind'], items: readonly { name: string }[]): Operation => ({
  kind,
  name: items[0]?.name ?? '',
  count: items.length,
})

export const trashKey: QueryKey = ['files', 'trash']
export const listsKey: QueryKey = ['files', 'list']
export const infoKey: QueryKey = ['files', 'info']
export const capacityKey: QueryKey = ['users', 'capacity']
export const sharesKey: QueryKey = ['shares', 'list']

/** Every folder's list that has been read. */
export function folderLists(
  client: QueryClient,
): { uri: string; listing: Listing<FileRow, Folder> }[] {
  return client
    .getQueriesData<Listing<FileRow, Folder>>({ queryKey: listsKey })
    .flatMap(([key, data]) =>
      data instanceof Listing && typeof key[2] === 'string' ? [{ uri: key[2], listing: data }] : [],
    )
}

export function takeOut(client: QueryClient, items: readonly BatchItem[]): void {
  const ids = new Set(items.map(({ id }) => id))
  for (const { uri, listing } of folderLists(client)) {
    listing.remove(ids)
    // A list of something that is no longer there would be shown as it was.
    if (items.some((item) => isSameOrBelow(uri, item.uri))) {
      client.removeQueries({ queryKey: [...listsKey, uri], exact: true })
    }
  }
}

export function putInto(client: QueryClient, folder: string, rows: readonly FileRow[]): void {
  for (const { uri, listing } of folderLists(client)) if (uri === folder) listing.put(rows)
}

/** Reads a folder on screen again, and remembers that one off screen has changed. */
export function readAgain(client: QueryClient, folder: string): void {
  for (const { uri, listing } of folderLists(client)) {
    if (uri !== folder) continue
    const query = client.getQueryCache().find({ queryKey: [...listsKey, uri], exact: true })
    if (query?.isActive()) void listing.again()
    else listing.markStale()
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === Code.pathNotFound ||
    error.code === Code.notFound ||
    error.code === Code.unclassified)

/** The item at an address, undefined when there is none. */
export async function itemAt(
  uri: string,
  signal?: AbortSignal,
  detail: api.FileDetail = {},
): Promise<File | undefined> {
  try {
    return await api.getFile(uri, detail, signal)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** One's own item wherever it is now, undefined when there is none. */
export async function itemById(id: string, signal?: AbortSignal): Promise<File | undefined> {
  try {
    return await api.getFileById(id, signal)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export const isAlready = (error: ApiError): boolean =>
  error.code === Code.pathNotFound || error.code === Code.conflict

export const narrowRows = (rows: readonly FileRow[], items: readonly BatchItem[]): FileRow[] => {
  const ids = new Set(items.map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id))
}
