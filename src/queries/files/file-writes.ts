import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import * as api from '#src/api/files.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { type ApiError, hasErrorCode } from '#src/contract/errors.ts'
import type { File } from '#src/contract/file.ts'
import {
  childUri,
  isSameOrBelow,
  withoutNestedItems,
  parentUri,
  parseUri,
} from '#src/contract/uri.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { parseTime } from '#src/lib/time.ts'
import { type FileRow, isFileRow, toFileRow } from '#src/lists/file-row.ts'
import { findItemAt, isGoneOrMoved } from '#src/operations/item-lookup.ts'
import { defineBatch } from '#src/queries/define-batch.ts'
import { defineMutation } from '#src/queries/define-mutation.ts'
import { keys } from '#src/queries/keys.ts'
import { startMutation } from '#src/queries/start-mutation.ts'
import { deletePermanently, emptyTrash } from '#src/queries/trash/permanent-deletion.ts'
import { restore, trash } from '#src/queries/trash/trash-writes.ts'
import {
  folderLists,
  searchLists,
  isFolderShown,
  addToFolder,
  reloadFolder,
  reloadSearches,
  removeFromFolders,
} from './file-cache.ts'

/* Writes of files and folders. Lists on screen change once the service has confirmed, never before. */

/** Name of a folder: empty for the root of the user's own files, undefined for the root of a share. */
function nameOf(folder: string): string | undefined {
  const { host, segments } = parseUri(folder)
  return segments.at(-1) ?? (host === 'my' ? '' : undefined)
}

const Transfer = v.object({ items: v.array(v.custom<FileRow>(isFileRow)), folder: v.string() })
type Transfer = { readonly items: readonly FileRow[]; readonly folder: string }

/** Clocks of the service and the browser may differ by this much, in ms. */
const clockToleranceMs = 60_000

/** Rows of items that have been moved to `folder`. */
const movedRows = (items: readonly FileRow[], folder: string): FileRow[] =>
  items.map((row) => ({ ...row, uri: childUri(folder, row.name) }))

/** Moves items back to where they were: one batch per folder. */
function moveBack(client: QueryClient, done: readonly FileRow[], { folder }: Transfer): void {
  const byOrigin = new Map<string, FileRow[]>()
  for (const row of done) {
    const origin = parentUri(row.uri)
    if (origin === null) continue
    const known = byOrigin.get(origin)
    if (known) known.push(row)
    else byOrigin.set(origin, [row])
  }
  for (const [origin, rows] of byOrigin) {
    // Rejects when the session ends; everything else is shown by the batch.
    startMutation(client, move(), { items: movedRows(rows, folder), folder: origin }).catch(
      () => undefined,
    )
  }
}

const transfer = (kind: 'move' | 'copy') => ({
  journal: { kind, variables: Transfer },
  operation: ({ items, folder }: Transfer) => ({
    ...describeOperation(kind, withoutNestedItems(items)),
    to: nameOf(folder),
  }),
  items: ({ items }: Transfer) => withoutNestedItems(items),
  createSender:
    ({ folder }: Transfer) =>
    (items: readonly FileRow[], signal: AbortSignal) =>
      api.moveFiles(
        items.map(({ uri }) => uri),
        folder,
        kind === 'copy',
        signal,
      ),
  requiredUris: ({ folder }: Transfer) => [folder],
  affectedUris: (item: FileRow, { folder }: Transfer) => [childUri(folder, item.name)],
  shouldBisect: (error: ApiError) => hasErrorCode(error, ErrorCode.nameTaken, ErrorCode.conflict),
  destinations: (done: readonly FileRow[], { folder }: Transfer, client: QueryClient) =>
    isFolderShown(client, folder)
      ? []
      : done.map(({ id, name }) => ({ id, name, uri: childUri(folder, name) })),
  invalidates: () => [keys.files.infos(), keys.users.capacity(), keys.shares.list()],
})

const findTransferred = (item: FileRow, folder: string, signal: AbortSignal) =>
  findItemAt(childUri(folder, item.name), signal)

const move = defineBatch<FileRow, Transfer>({
  ...transfer('move'),
  isDone: async (item, { folder }, signal) =>
    (await findTransferred(item, folder, signal))?.id === item.id,
  mayAlreadyBeDone: isGoneOrMoved,
  patch: (client, done, { folder }) => {
    removeFromFolders(client, done)
    addToFolder(client, folder, movedRows(done, folder))
  },
  undo: (client, done, request) => async () => moveBack(client, done, request),
  onSettled: reloadSearches,
})

const copy = defineBatch<FileRow, Transfer>({
  ...transfer('copy'),
  // A copy has an id of its own; an item that is older than the batch is not its copy.
  isDone: async (item, { folder }, signal, startedAt) => {
    const found = await findTransferred(item, folder, signal)
    return (parseTime(found?.created_at) ?? 0) >= startedAt - clockToleranceMs
  },
  onSettled: (client, { folder }) => {
    reloadFolder(client, folder)
    reloadSearches(client)
  },
})

export const fileWrites = {
  /** A new, empty folder or file in `folder`. */
  create: () =>
    defineMutation<{ folder: string; name: string; kind: 'folder' | 'file' }, File>({
      send: ({ folder, name, kind }) => api.createFile(childUri(folder, name), kind),
      operation: ({ name }) => describeOperation('create', [{ name }]),
      check: ({ folder, name }) => findItemAt(childUri(folder, name)),
      patch: (client, file, { folder }) => addToFolder(client, folder, [toFileRow(file)]),
      invalidates: () => [keys.files.infos()],
      inline: true,
    }),

  /** Resolves with the item under its new name. */
  rename: () =>
    defineMutation<{ item: FileRow; name: string }, File>({
      send: ({ item, name }) => api.renameFile(item.uri, name),
      operation: ({ item }) => describeOperation('rename', [item]),
      check: async ({ item, name }) => {
        const found = await findItemAt(childUri(parentUri(item.uri) ?? '', name))
        return found?.id === item.id ? found : undefined
      },
      patch: (client, file, { item }) => {
        // The answer to a rename contains neither.
        const row = { ...toFileRow(file), isShared: item.isShared, metadata: item.metadata }
        for (const { uri, list } of folderLists(client)) {
          if (list.slotOf(item.id) !== undefined) list.put([row])
          if (isSameOrBelow(uri, item.uri)) {
            client.removeQueries({ queryKey: keys.files.list(uri), exact: true })
          }
        }
        for (const { list } of searchLists(client)) {
          if (list.slotOf(item.id) !== undefined) list.put([row])
        }
        if (item.isFolder) reloadSearches(client)
      },
      invalidates: () => [keys.files.infos(), keys.shares.list()],
      inline: true,
    }),

  move,
  copy,

  trash,
  restore,
  deletePermanently,
  emptyTrash,
}
