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
const foundKey: QueryKey = ['files', 'found']
export const infoKey: QueryKey = ['files', 'info']
export const capacityKey: QueryKey = ['users', 'capacity']
export const sharesKey: QueryKey = ['shares', 'list']

type Known = { uri: string; listing: Listing<FileRow, Folder> }

const listsUnder = (client: QueryClient, queryKey: QueryKey): Known[] =>
  client
    .getQueriesData<Listing<FileRow, Folder>>({ queryKey })
    .flatMap(([key, data]) =>
      data instanceof Listing && typeof key[2] === 'string' ? [{ uri: key[2], listing: data }] : [],
    )

/** Every folder's list that has been read. */
export const folderLists = (client: QueryClient): Known[] => listsUnder(client, listsKey)

/** What searches have found. */
export const foundLists = (client: QueryClient): Known[] => listsUnder(client, foundKey)

/** Searches on screen are asked again: what they have found may be elsewhere now, and other things may match. */
export function searchAgain(client: QueryClient): void {
  for (const { listing } of foundLists(client)) void listing.again()
}

/** Ids of these items, and of what lies below them among rows from many folders. */
function withBelow(listing: Listing<FileRow>, items: readonly BatchItem[]): Set<string> {
  const ids = new Set(items.map(({ id }) => id))
  const gone = new Set(items.map(({ uri }) => uri))
  for (const slot of listing.order) {
    const { id, uri } = listing.at(slot) ?? { id: '', uri: '' }
    for (let end = uri.lastIndexOf('/'); end > 0; end = uri.lastIndexOf('/', end - 1)) {
      if (gone.has(uri.slice(0, end))) ids.add(id)
    }
  }
  return ids
}

/** What has been deleted is not found any more. */
export function takeOutOfFound(client: QueryClient, items: readonly BatchItem[]): void {
  for (const { listing } of foundLists(client)) listing.remove(withBelow(listing, items))
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

const listOf = (client: QueryClient, folder: string) =>
  client.getQueryCache().find({ queryKey: [...listsKey, folder], exact: true })

/** Whether a folder is on screen. */
export const isShown = (client: QueryClient, folder: string): boolean =>
  listOf(client, folder)?.isActive() ?? false

/** Reads a folder on screen again, and remembers that one off screen has changed. */
export function readAgain(client: QueryClient, folder: string): void {
  for (const { uri, listing } of folderLists(client)) {
    if (uri !== folder) continue
    if (isShown(client, uri)) void listing.again()
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
