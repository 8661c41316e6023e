import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as api from '#src/api/files.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import type { File } from '#src/contract/file.ts'
import {
  childUri,
  isSameOrBelow,
  outermost,
  parentUri,
  parseUri,
  rootUri,
} from '#src/contract/uri.ts'
import { parseTime } from '#src/lib/time.ts'
import type { BatchItem } from '#src/stores/batches.ts'
import type { Operation } from '#src/stores/lock-sessions.ts'
import { showToast } from '#src/stores/toasts.ts'
import { defineBatch } from './batch.ts'
import { defineMutation } from './define-mutation.ts'
import { type FileRow, toFileRow } from './files.ts'
import { Listing } from './listing.ts'

/*
 * Writes of files and folders. Lists on screen change when the service has confirmed, never before.
 */

const about = (kind: Operation['kind'], items: readonly { name: string }[]): Operation => ({
  kind,
  name: items[0]?.name ?? '',
  count: items.length,
})

const trashKey: QueryKey = ['files', 'trash']
const listsKey: QueryKey = ['files', 'list']
const infoKey: QueryKey = ['files', 'info']
const capacityKey: QueryKey = ['users', 'capacity']
const sharesKey: QueryKey = ['shares', 'list']

/** Every folder's list that has been read. */
function folderLists(client: QueryClient): { uri: string; listing: Listing<FileRow> }[] {
  return client
    .getQueriesData<Listing<FileRow>>({ queryKey: listsKey })
    .flatMap(([key, data]) =>
      data instanceof Listing && typeof key[2] === 'string' ? [{ uri: key[2], listing: data }] : [],
    )
}

function takeOut(client: QueryClient, items: readonly BatchItem[]): void {
  const ids = new Set(items.map(({ id }) => id))
  for (const { uri, listing } of folderLists(client)) {
    listing.remove(ids)
    // A list of something that is no longer there would be shown as it was.
    if (items.some((item) => isSameOrBelow(uri, item.uri))) {
      client.removeQueries({ queryKey: [...listsKey, uri], exact: true })
    }
  }
}

function putInto(client: QueryClient, folder: string, rows: readonly FileRow[]): void {
  for (const { uri, listing } of folderLists(client)) if (uri === folder) listing.put(rows)
}

/** Reads a folder on screen again, and remembers that one off screen has changed. */
function readAgain(client: QueryClient, folder: string): void {
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
async function itemAt(uri: string, signal?: AbortSignal): Promise<File | undefined> {
  try {
    return await api.getFile(uri, {}, signal)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const isGone = async (item: BatchItem, signal: AbortSignal): Promise<boolean> =>
  (await itemAt(item.uri, signal))?.id !== item.id

const isAlready = (error: ApiError): boolean =>
  error.code === Code.pathNotFound || error.code === Code.conflict

const trashPage = 500
/** Pages of the trash, newest first, that are searched for what has just been deleted. */
const newestPages = 20

/** What has just been deleted, under the addresses that it has in the trash. */
async function findInTrash(items: readonly BatchItem[]): Promise<BatchItem[]> {
  const wanted = new Map(items.map((item) => [item.id, item]))
  const found: BatchItem[] = []
  let cursor: string | undefined
  for (let page = 0; page < newestPages && wanted.size > 0; page++) {
    const list = await api.listFiles(rootUri('trash'), {
      size: trashPage,
      order: 'updated_at',
      direction: 'desc',
      cursor,
    })
    for (const file of list.files) {
      const item = wanted.get(file.id)
      if (!item || !file.path) continue
      wanted.delete(file.id)
      found.push({ ...item, uri: file.path })
    }
    cursor = list.pagination?.next_token
    if (!cursor) break
  }
  return found
}

type Items = { items: readonly FileRow[] }
type Transfer = { items: readonly FileRow[]; folder: string }

const narrowRows = (rows: readonly FileRow[], items: readonly BatchItem[]): FileRow[] => {
  const ids = new Set(items.map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id))
}

const transfer = (kind: 'move' | 'copy') =>
  defineBatch<Transfer & { since?: number }>({
    operation: ({ items }) => about(kind, outermost(items)),
    items: ({ items }) => outermost(items),
    send: (items, { folder }, signal) =>
      api.moveFiles(
        items.map(({ uri }) => uri),
        folder,
        kind === 'copy',
        signal,
      ),
    isDone: async (item, { folder, since = Date.now() }, signal) => {
      const found = await itemAt(childUri(folder, item.name), signal)
      if (!found) return false
      // A copy has an id of its own: one that is older than this was there before.
      return kind === 'move'
        ? found.id === item.id
        : (parseTime(found.created_at) ?? 0) >= since - 60_000
    },
    needs: ({ folder }) => [folder],
    touches: (item, { folder }) => [childUri(folder, item.name)],
    blamesOne: (error) => error.code === Code.nameTaken || error.code === Code.conflict,
    ...(kind === 'move' ? { mayBeDone: isAlready } : {}),
    patch: (client, done, { items, folder }) => {
      if (kind === 'copy') return
      const moved = narrowRows(items, done)
      takeOut(client, moved)
      putInto(
        client,
        folder,
        moved.map((row) => ({ ...row, uri: childUri(folder, row.name) })),
      )
    },
    invalidates: () => [infoKey, capacityKey, sharesKey],
    narrow: (variables, items) => ({ ...variables, items: narrowRows(variables.items, items) }),
    ended: (client, { folder }) => {
      if (kind === 'copy') readAgain(client, folder)
    },
  })

export const fileWrites = {
  /** A new, empty folder or file in `folder`. */
  create: () =>
    defineMutation<{ folder: string; name: string; kind: 'folder' | 'file' }, File>({
      send: ({ folder, name, kind }) => api.createFile(childUri(folder, name), kind),
      operation: ({ name }) => about('create', [{ name }]),
      check: ({ folder, name }) => itemAt(childUri(folder, name)),
      patch: (client, file, { folder }) => putInto(client, folder, [toFileRow(file)]),
      invalidates: () => [infoKey],
      inline: true,
    }),

  /** Resolves with the item under its new name. */
  rename: () =>
    defineMutation<{ item: FileRow; name: string }, File>({
      send: ({ item, name }) => api.renameFile(item.uri, name),
      operation: ({ item }) => about('rename', [item]),
      check: async ({ item, name }) => {
        const found = await itemAt(childUri(parentUri(item.uri) ?? '', name))
        return found?.id === item.id ? found : undefined
      },
      patch: (client, file, { item }) => {
        // The answer says neither.
        const row = { ...toFileRow(file), isShared: item.isShared, metadata: item.metadata }
        for (const { uri, listing } of folderLists(client)) {
          if (listing.slotOf(item.id) !== undefined) listing.put([row])
          if (isSameOrBelow(uri, item.uri)) {
            client.removeQueries({ queryKey: [...listsKey, uri], exact: true })
          }
        }
      },
      invalidates: () => [infoKey, sharesKey],
      inline: true,
    }),

  move: () => transfer('move'),
  copy: () => transfer('copy'),

  /** Into the trash; can be undone. */
  trash: () =>
    defineBatch<Items>({
      operation: ({ items }) => about('trash', outermost(items)),
      items: ({ items }) => outermost(items),
      send: (items, _, signal) =>
        api.deleteFiles(
          items.map(({ uri }) => uri),
          false,
          signal,
        ),
      isDone: (item, _, signal) => isGone(item, signal),
      mayBeDone: isAlready,
      patch: (client, done) => takeOut(client, done),
      invalidates: () => [trashKey, infoKey, capacityKey, sharesKey],
      narrow: ({ items }, fewer) => ({ items: narrowRows(items, fewer) }),
      undo:
        (client, done, { items }) =>
        () => {
          void findInTrash(done)
            .then((found) =>
              client
                .getMutationCache()
                .build(client, fileWrites.restore())
                .execute({ items: found, rows: narrowRows(items, done) }),
            )
            .catch((error: unknown) => showToast({ kind: 'failed', error: error as Error }))
        },
    }),

  /** Out of the trash, to where each was. `rows` are put back into the lists that they left. */
  restore: () =>
    defineBatch<{ items: readonly BatchItem[]; rows?: readonly FileRow[] }>({
      operation: ({ items }) => about('restore', items),
      items: ({ items }) => items,
      send: (items, _, signal) =>
        api.restoreFiles(
          items.map(({ uri }) => uri),
          signal,
        ),
      isDone: async (item, _, signal) => {
        try {
          const { path } = await api.getFileById(item.id, signal)
          return path !== undefined && parseUri(path).host !== 'trash'
        } catch (error) {
          if (isMissing(error)) return false
          throw error
        }
      },
      mayBeDone: isAlready,
      patch: (client, done, { rows = [] }) => {
        const trash = client.getQueryData<Listing<FileRow>>(trashKey)
        trash?.remove(new Set(done.map(({ id }) => id)))
        for (const row of narrowRows(rows, done)) {
          const folder = parentUri(row.uri)
          if (folder !== null) putInto(client, folder, [row])
        }
      },
      invalidates: () => [trashKey, listsKey, infoKey, capacityKey, sharesKey],
      narrow: (variables, items) => ({ ...variables, items }),
    }),
}
