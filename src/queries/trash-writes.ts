import type { QueryClient } from '@tanstack/react-query'
import * as api from '#src/api/files.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError, BatchError, TransportError } from '#src/contract/errors.ts'
import {
  childUri,
  InvalidUriError,
  isSameOrBelow,
  outermost,
  parentUri,
  parseUri,
  rootUri,
} from '#src/contract/uri.ts'
import { type BatchItem, isStray } from '#src/stores/batches.ts'
import { showToast } from '#src/stores/toasts.ts'
import { defineBatch } from './batch.ts'
import { defineMutation } from './define-mutation.ts'
import {
  about,
  capacityKey,
  folderLists,
  infoKey,
  isAlready,
  itemAt,
  itemById,
  listsKey,
  narrowRows,
  putInto,
  searchAgain,
  sharesKey,
  takeOut,
  takeOutOfFound,
  trashKey,
} from './file-lists.ts'
import { type FileRow, toFileRow } from './files.ts'
import { clearAsides, isAside, keepBoth, landedAt } from './keep-both.ts'
import type { Wave } from './ledger.ts'
import { Listing } from './listing.ts'

/*
 * Into the trash, and out of it in every way there is.
 */

const trashPage = 500
/** Pages of the trash, newest first, that are searched for what has just been deleted. */
const newestPages = 20

/** What has just been deleted, as the trash lists it. */
async function findInTrash(items: readonly BatchItem[]): Promise<FileRow[]> {
  const wanted = new Set(items.map(({ id }) => id))
  const found: FileRow[] = []
  let cursor: string | undefined
  for (let page = 0; page < newestPages && wanted.size > 0; page++) {
    const list = await api.listFiles(rootUri('trash'), {
      size: trashPage,
      order: 'updated_at',
      direction: 'desc',
      cursor,
    })
    for (const file of list.files) if (wanted.delete(file.id)) found.push(toFileRow(file))
    cursor = list.pagination?.next_token
    if (!cursor) break
  }
  return found
}

const said = (error: unknown) => showToast({ kind: 'failed', error: error as Error })

/** Into the trash; can be undone. */
export const trash = () =>
  defineBatch<{ items: readonly FileRow[] }>({
    kept: 'trash',
    operation: ({ items }) => about('trash', outermost(items)),
    items: ({ items }) => outermost(items),
    send: (items, _, signal) =>
      api.deleteFiles(
        items.map(({ uri }) => uri),
        false,
        signal,
      ),
    isDone: async (item, _, signal) => (await itemAt(item.uri, signal))?.id !== item.id,
    mayBeDone: isAlready,
    patch: (client, done) => {
      takeOut(client, done)
      takeOutOfFound(client, done)
    },
    invalidates: () => [trashKey, infoKey, capacityKey, sharesKey],
    narrow: ({ items }, fewer) => ({ items: narrowRows(items, fewer) }),
    undo: (client, done) => () => {
      void findInTrash(done)
        .then((items) => client.getMutationCache().build(client, restore()).execute({ items }))
        .catch(said)
    },
  })

export type Restore = {
  readonly items: readonly FileRow[]
  /** Instead of where each item was. */
  readonly folder?: string
  /** Addresses of folders that are to be made on the way, where they are missing. */
  readonly recreate?: readonly string[]
  /** Ids of items that are to have another name where theirs is taken. */
  readonly both?: readonly string[]
  /** Name of the folders in which they get it. */
  readonly aside?: string
}

/** Address of the folder that a deleted item was in; null when that is not known. */
export function homeOf({ origin }: Pick<FileRow, 'origin'>): string | null {
  try {
    return origin === null ? null : parentUri(origin)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}

const goal = (item: FileRow, { folder }: Restore): string | null => folder ?? homeOf(item)

/** Parents before children; what wants the same place goes one after the other, since only one of them can have it. */
function restoreWaves(items: readonly FileRow[], variables: Restore): Wave[] {
  const both = new Set(variables.both)
  const waves = new Map<number, Map<number, FileRow[]>>()
  const wishes = new Map<string, number>()
  for (const item of items) {
    if (both.has(item.id)) continue
    const place = variables.folder === undefined ? (item.origin ?? item.uri) : item.name
    const depth = variables.folder === undefined ? place.split('/').length : 0
    const turn = wishes.get(place) ?? 0
    wishes.set(place, turn + 1)
    let turns = waves.get(depth)
    if (!turns) waves.set(depth, (turns = new Map()))
    const wave = turns.get(turn)
    if (wave) wave.push(item)
    else turns.set(turn, [item])
  }
  const inOrder = <T>(map: ReadonlyMap<number, T>) =>
    [...map].sort(([one], [other]) => one - other).map(([, value]) => value)
  return [
    ...inOrder(waves).flatMap((turns) =>
      inOrder(turns).map((wave) => ({ items: wave, inFlight: 2 })),
    ),
    { items: items.filter(({ id }) => both.has(id)), chunk: 1 },
  ]
}

/** Folders that a batch has made or found. */
const made = new WeakMap<Restore, Set<string>>()

/** Makes the folders that these items need, parents first. What is there by now is as good. */
async function recreate(items: readonly FileRow[], variables: Restore): Promise<void> {
  const known = made.get(variables) ?? new Set()
  made.set(variables, known)
  const needed = (variables.recreate ?? []).filter(
    (folder) =>
      !known.has(folder) && items.some(({ origin }) => origin && isSameOrBelow(origin, folder)),
  )
  const byDepth = needed.sort((one, other) => one.split('/').length - other.split('/').length)
  for (const folder of byDepth) {
    try {
      await api.createFile(folder, 'folder')
    } catch (error) {
      // What cannot be made shows in what becomes of the items; a lock is asked about.
      if (!(error instanceof ApiError) || error.code === Code.lockConflict) throw error
    }
    known.add(folder)
  }
}

/** The folders between the root and each item's place, parents first: those that may have to be made. */
export function foldersAbove(items: readonly FileRow[]): string[] {
  const folders = new Set<string>()
  for (const item of items) {
    const above: string[] = []
    for (let at = homeOf(item); at !== null && parentUri(at) !== null; at = parentUri(at)) {
      above.unshift(at)
    }
    for (const folder of above) folders.add(folder)
  }
  return [...folders]
}

async function sendRestore(
  items: readonly FileRow[],
  variables: Restore,
  signal: AbortSignal,
): Promise<void> {
  const [first] = items
  if (variables.recreate) await recreate(items, variables)
  if (first && variables.both?.includes(first.id)) {
    const home = goal(first, variables)
    if (home === null) throw new ApiError({ code: Code.forbidden })
    return keepBoth(first, home, variables, signal)
  }
  const uris = items.map(({ uri }) => uri)
  return variables.folder === undefined
    ? api.restoreFiles(uris, signal)
    : api.moveFiles(uris, variables.folder, false, signal)
}

/** Where items lie once they are restored. Cheap: there may be ten thousand of them. */
function landed(items: readonly FileRow[], variables: Restore): BatchItem[] {
  return items.flatMap((item) => {
    const { folder } = variables
    const uri = landedAt(item) ?? (folder === undefined ? item.origin : placeIn(folder, item.name))
    return uri === null ? [] : [{ id: item.id, name: item.name, uri }]
  })
}

/** The rows that items are now, for the lists of folders that are here. */
function landedRows(
  items: readonly FileRow[],
  variables: Restore,
  folders: ReadonlySet<string>,
): Map<string, FileRow[]> {
  const rows = new Map<string, FileRow[]>()
  if (folders.size === 0) return rows
  const places = new Map(landed(items, variables).map(({ id, uri }) => [id, uri]))
  for (const item of items) {
    const uri = places.get(item.id)
    const folder = uri?.slice(0, uri.lastIndexOf('/'))
    if (uri === undefined || folder === undefined || !folders.has(folder)) continue
    const name = parseUri(uri).segments.at(-1) ?? item.name
    const restored = {
      origin: null,
      originFolder: null,
      collectedAt: null,
      capability: null,
      updatedAt: Date.now(),
    }
    const row: FileRow = { ...item, ...restored, uri, name }
    const known = rows.get(folder)
    if (known) known.push(row)
    else rows.set(folder, [row])
  }
  return rows
}

function placeIn(folder: string, name: string): string | null {
  try {
    return childUri(folder, name)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}

const takeFromTrash = (client: QueryClient, items: readonly BatchItem[]): void =>
  client.getQueryData<Listing<FileRow>>(trashKey)?.remove(new Set(items.map(({ id }) => id)))

/** The rows that a batch was started with: the ledger passes them through. */
export const rowsOf = (items: readonly BatchItem[]): readonly FileRow[] =>
  items as readonly FileRow[]

/** Out of the trash: to where each was, or to one folder; under another name where that is wished. */
export const restore = () =>
  defineBatch<Restore>({
    kept: 'restore',
    operation: ({ items }) => about('restore', items),
    items: ({ items }) => items,
    waves: (items, variables) => restoreWaves(rowsOf(items), variables),
    send: (items, variables, signal) => sendRestore(rowsOf(items), variables, signal),
    isDone: async (item, variables, signal) => {
      const file = await itemById(item.id, signal)
      if (file?.path === undefined) return 'gone'
      const isOnItsWay = isAside(file.path, variables) || isStray(item.id)
      return parseUri(file.path).host !== 'trash' && !isOnItsWay
    },
    needs: ({ folder }) => (folder === undefined ? [] : [folder]),
    touches: (item, { folder }) => {
      const [row] = rowsOf([item])
      const place = folder === undefined ? row?.origin : placeIn(folder, item.name)
      return place ? [place] : []
    },
    blamesOne: (error) => error.code === Code.nameTaken || error.code === Code.conflict,
    mayBeDone: isAlready,
    patch: (client, done, variables) => {
      takeFromTrash(client, done)
      const folders = new Set(folderLists(client).map(({ uri }) => uri))
      const rows = landedRows(rowsOf(done), variables, folders)
      for (const [folder, some] of rows) putInto(client, folder, some)
    },
    landed: (done, variables) => landed(rowsOf(done), variables),
    undo: (client, done, variables) => () => {
      const places = new Map(landed(rowsOf(done), variables).map(({ id, uri }) => [id, uri]))
      const items = rowsOf(done).flatMap((row) => {
        const uri = places.get(row.id)
        return uri === undefined ? [] : [{ ...row, uri }]
      })
      void client.getMutationCache().build(client, trash()).execute({ items }).catch(said)
    },
    ended: async (client, variables, { failed }) => {
      searchAgain(client)
      const both = new Set(variables.both)
      const homes = variables.items.flatMap((item) => {
        const home = both.has(item.id) ? goal(item, variables) : null
        return home === null ? [] : [home]
      })
      await clearAsides(new Set(homes), variables)
      takeFromTrash(client, [
        ...variables.items.filter(({ id }) => isStray(id)),
        ...failed.flatMap(({ item, error }) =>
          error instanceof ApiError && error.code === Code.notFound ? [item] : [],
        ),
      ])
    },
    invalidates: () => [trashKey, listsKey, infoKey, capacityKey, sharesKey],
    narrow: (variables, items) => ({ ...variables, items: narrowRows(variables.items, items) }),
  })

/** The address under which the service names a deleted item in a conflict. */
function conflictPath(uri: string): string[] {
  const { host, segments } = parseUri(uri)
  const [id] = segments
  return host === 'trash' && id !== undefined ? [childUri(rootUri('my'), id)] : []
}

/** For good. */
export const deletePermanently = () =>
  defineBatch<{ items: readonly FileRow[] }>({
    kept: 'deletePermanently',
    operation: ({ items }) => about('deletePermanently', items),
    items: ({ items }) => items,
    send: (items, _, signal) =>
      api.deleteFiles(
        items.map(({ uri }) => uri),
        true,
        signal,
      ),
    // What has been restored meanwhile is not deleted; it is no longer here either.
    isDone: async (item, _, signal) => (await itemById(item.id, signal)) === undefined,
    touches: ({ uri }) => conflictPath(uri),
    mayBeDone: isAlready,
    patch: takeFromTrash,
    invalidates: () => [trashKey, capacityKey, sharesKey],
    narrow: ({ items }, fewer) => ({ items: narrowRows(items, fewer) }),
  })

const emptyAtOnce = 100

/** For servers that cannot empty the trash by themselves: what they list is deleted, until they list nothing more. */
async function emptyByPages(): Promise<void> {
  let failure: unknown
  const failed = new Set<string>()
  for (;;) {
    const { files } = await api.listFiles(rootUri('trash'), {
      size: trashPage,
      order: 'updated_at',
      direction: 'desc',
    })
    const uris = files.flatMap(({ id, path }) => (path && !failed.has(id) ? [path] : []))
    if (uris.length === 0) break
    for (let at = 0; at < uris.length; at += emptyAtOnce) {
      try {
        await api.deleteFiles(uris.slice(at, at + emptyAtOnce), true)
      } catch (error) {
        if (!(error instanceof BatchError) || error.failures.size === 0) throw error
        failure = error
        for (const file of files) {
          const isNamed = [...error.failures.keys()].some((uri) =>
            isSameOrBelow(uri, file.path ?? ''),
          )
          if (isNamed) failed.add(file.id)
        }
      }
    }
  }
  if (failure !== undefined) throw failure
}

/** All that is in the trash, for good. */
export const emptyTrash = () =>
  defineMutation<{ count: number }, void>({
    send: async () => {
      try {
        await api.emptyTrash()
      } catch (error) {
        if (!(error instanceof TransportError) || error.status !== 404) throw error
        await emptyByPages()
      }
    },
    operation: ({ count }) => ({ kind: 'emptyTrash', name: '', count }),
    patch: (client) => {
      const listing = client.getQueryData<Listing<FileRow>>(trashKey)
      const ids = new Set<string>()
      for (const slot of listing?.order ?? []) {
        const row = listing?.at(slot)
        if (row) ids.add(row.id)
      }
      listing?.remove(ids)
    },
    invalidates: () => [trashKey, capacityKey, sharesKey],
  })
