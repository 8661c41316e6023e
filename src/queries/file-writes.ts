import type { QueryClient } from '@tanstack/react-query'
import * as api from '#src/api/files.ts'
import { Code } from '#src/contract/codes.ts'
import type { File } from '#src/contract/file.ts'
import { childUri, isSameOrBelow, outermost, parentUri, parseUri } from '#src/contract/uri.ts'
import { parseTime } from '#src/lib/time.ts'
import type { BatchItem } from '#src/stores/batches.ts'
import { defineBatch } from './batch.ts'
import { defineMutation } from './define-mutation.ts'
import {
  about,
  capacityKey,
  folderLists,
  foundLists,
  infoKey,
  isAlready,
  isShown,
  itemAt,
  listsKey,
  narrowRows,
  putInto,
  readAgain,
  searchAgain,
  sharesKey,
  takeOut,
} from './file-lists.ts'
import { type FileRow, toFileRow } from './files.ts'
import { deletePermanently, emptyTrash, restore, trash } from './trash-writes.ts'

/*
 * Writes of files and folders. Lists on screen change when the service has confirmed, never before.
 */

/** Name of a folder, empty for the root of one's own files; that of a share has none. */
function nameOf(folder: string): string | undefined {
  const { host, segments } = parseUri(folder)
  return segments.at(-1) ?? (host === 'my' ? '' : undefined)
}

type Transfer = { items: readonly FileRow[]; folder: string }

/** Moves what has been moved to where it was: one batch a folder. */
function takeBack(
  client: QueryClient,
  done: readonly BatchItem[],
  { items, folder }: Transfer,
): () => void {
  return () => {
    const homes = new Map<string, FileRow[]>()
    for (const row of narrowRows(items, done)) {
      const home = parentUri(row.uri)
      if (home === null) continue
      const moved = { ...row, uri: childUri(folder, row.name) }
      const known = homes.get(home)
      if (known) known.push(moved)
      else homes.set(home, [moved])
    }
    for (const [home, rows] of homes) {
      void client
        .getMutationCache()
        .build(client, transfer('move'))
        .execute({ items: rows, folder: home })
        // The session has ended; anything else is said by the batch.
        .catch(() => undefined)
    }
  }
}

const transfer = (kind: 'move' | 'copy') =>
  defineBatch<Transfer>({
    kept: kind,
    operation: ({ items, folder }) => ({ ...about(kind, outermost(items)), to: nameOf(folder) }),
    items: ({ items }) => outermost(items),
    send: (items, { folder }, signal) =>
      api.moveFiles(
        items.map(({ uri }) => uri),
        folder,
        kind === 'copy',
        signal,
      ),
    isDone: async (item, { folder }, signal, since) => {
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
    landed: (done, { folder }, client) =>
      isShown(client, folder)
        ? []
        : done.map(({ id, name }) => ({ id, name, uri: childUri(folder, name) })),
    ...(kind === 'move' ? { undo: takeBack } : {}),
    invalidates: () => [infoKey, capacityKey, sharesKey],
    narrow: (variables, items) => ({ ...variables, items: narrowRows(variables.items, items) }),
    ended: (client, { folder }) => {
      if (kind === 'copy') readAgain(client, folder)
      searchAgain(client)
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
        for (const { listing } of foundLists(client)) {
          if (listing.slotOf(item.id) !== undefined) listing.put([row])
        }
        if (item.isFolder) searchAgain(client)
      },
      invalidates: () => [infoKey, sharesKey],
      inline: true,
    }),

  move: () => transfer('move'),
  copy: () => transfer('copy'),

  trash,
  restore,
  deletePermanently,
  emptyTrash,
}
