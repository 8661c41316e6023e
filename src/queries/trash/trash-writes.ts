import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import * as api from '#src/api/files.ts'
import { retryTransient } from '#src/api/retry.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, hasErrorCode } from '#src/contract/errors.ts'
import { withoutNestedItems, parseUri, rootUri } from '#src/contract/uri.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { type FileRow, isFileRow, toFileRow } from '#src/lists/file-row.ts'
import { PagedList } from '#src/lists/paged-list.ts'
import { findItemAt, findItemById, isGoneOrMoved } from '#src/operations/item-lookup.ts'
import {
  RestoreRequest,
  targetFolderOf,
  targetUriOf,
} from '#src/operations/restore/restore-request.ts'
import { createRestoreSender } from '#src/operations/restore/restore-sender.ts'
import { restoreStages } from '#src/operations/restore/restore-stages.ts'
import { restoredItems, restoredRows } from '#src/operations/restore/restored-rows.ts'
import { isInStagingFolder, removeStagingFolders } from '#src/operations/restore/staging-folder.ts'
import { defineBatch } from '#src/queries/define-batch.ts'
import {
  addToFolder,
  folderLists,
  reloadSearches,
  removeFromFolders,
  removeFromSearches,
} from '#src/queries/files/file-cache.ts'
import { keys } from '#src/queries/keys.ts'
import { startMutation } from '#src/queries/start-mutation.ts'
import type { BatchItem } from '#src/stores/batches/batches.ts'
import { isDisplaced } from '#src/stores/batches/displaced-items.ts'

/* Moves items to the trash and out of it again; each is the undo of the other. */

const trashPageSize = 500
/** Pages of the trash, newest first, that are searched for what has just been deleted. */
const maxPages = 20
const maxRetries = 5

/** Rows of the trash for items that have just been deleted. Throws 404 when none of them is there. */
async function findInTrash(items: readonly BatchItem[]): Promise<FileRow[]> {
  const wantedIds = new Set(items.map(({ id }) => id))
  const found: FileRow[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages && wantedIds.size > 0; page++) {
    const order = { order: 'updated_at', direction: 'desc', size: trashPageSize }
    const list = await retryTransient(() => api.listFiles(rootUri('trash'), { ...order, cursor }), {
      maxRetries,
    })
    for (const file of list.files) if (wantedIds.delete(file.id)) found.push(toFileRow(file))
    cursor = list.pagination?.next_token
    if (!cursor) break
  }
  if (found.length === 0) throw new ApiError({ code: ErrorCode.notFound })
  return found
}

type TrashRequest = { readonly items: readonly FileRow[] }

const isOfAnotherUser = ({ uri }: BatchItem): boolean => parseUri(uri).host === 'share'

/** Moves items to the trash. */
export const trash = defineBatch<FileRow, TrashRequest>({
  journal: {
    kind: 'trash',
    variables: v.object({ items: v.array(v.custom<FileRow>(isFileRow)) }),
  },
  operation: ({ items }) => ({
    ...describeOperation('trash', withoutNestedItems(items)),
    isShared: items.some(isOfAnotherUser),
  }),
  items: ({ items }) => withoutNestedItems(items),
  createSender: () => (items, signal) =>
    api.deleteFiles(
      items.map(({ uri }) => uri),
      false,
      signal,
    ),
  isDone: async (item, _, signal) => (await findItemAt(item.uri, signal))?.id !== item.id,
  mayAlreadyBeDone: isGoneOrMoved,
  patch: (client, done) => {
    removeFromFolders(client, done)
    removeFromSearches(client, done)
  },
  invalidates: () => [
    keys.files.trash(),
    keys.files.infos(),
    keys.users.capacity(),
    keys.shares.list(),
  ],
  // A visitor cannot see the trash of the owner.
  undo: (client, done) =>
    done.some(isOfAnotherUser)
      ? undefined
      : async () => {
          startRestore(client, { items: await findInTrash(done) })
        },
})

/** Removes items from the list of the trash. */
export const removeFromTrash = (client: QueryClient, items: readonly BatchItem[]): void =>
  client
    .getQueryData<PagedList<FileRow>>(keys.files.trash())
    ?.remove(new Set(items.map(({ id }) => id)))

/** Restores items: to where each was, or to one folder; under another name where that is asked for. */
export const restore = defineBatch<FileRow, RestoreRequest>({
  journal: { kind: 'restore', variables: RestoreRequest },
  operation: ({ items }) => describeOperation('restore', items),
  items: ({ items }) => items,
  stages: restoreStages,
  createSender: createRestoreSender,
  isDone: async (item, { keepBoth }, signal) => {
    const file = await findItemById(item.id, signal)
    if (file?.path === undefined) return 'gone'
    const isStaged = keepBoth && isInStagingFolder(file.path, keepBoth.stagingFolderName)
    return parseUri(file.path).host !== 'trash' && !isStaged && !isDisplaced(item.id)
  },
  requiredUris: ({ folder }) => (folder === undefined ? [] : [folder]),
  affectedUris: (item, request) => {
    const uri = targetUriOf(item, request)
    return uri ? [uri] : []
  },
  shouldBisect: (error) => hasErrorCode(error, ErrorCode.nameTaken, ErrorCode.conflict),
  mayAlreadyBeDone: isGoneOrMoved,
  patch: (client, done, request) => {
    removeFromTrash(client, done)
    const folders = new Set(folderLists(client).map(({ uri }) => uri))
    const rowsByFolder = restoredRows(done, request, folders)
    for (const [folder, rows] of rowsByFolder) addToFolder(client, folder, rows)
  },
  destinations: restoredItems,
  undo: (client, done, request) => async () => {
    const uris = new Map(restoredItems(done, request).map(({ id, uri }) => [id, uri]))
    const items = done.flatMap((row) => {
      const uri = uris.get(row.id)
      return uri === undefined ? [] : [{ ...row, uri }]
    })
    startMutation(client, trash(), { items }).catch(ignoreEndOfSession)
  },
  onSettled: async (client, request, { failed }) => {
    reloadSearches(client)
    await removeStagingFoldersOf(request)
    removeFromTrash(client, [
      ...request.items.filter(({ id }) => isDisplaced(id)),
      ...failed.flatMap(({ item, error }) =>
        hasErrorCode(error, ErrorCode.notFound) ? [item] : [],
      ),
    ])
  },
  invalidates: () => [
    keys.files.trash(),
    keys.files.lists(),
    keys.files.infos(),
    keys.users.capacity(),
    keys.shares.list(),
  ],
})

async function removeStagingFoldersOf(request: RestoreRequest): Promise<void> {
  const { items, keepBoth } = request
  if (!keepBoth) return
  const keepBothIds = new Set(keepBoth.ids)
  const targets = items.flatMap((item) => {
    const target = keepBothIds.has(item.id) ? targetFolderOf(item, request) : null
    return target === null ? [] : [target]
  })
  await removeStagingFolders(new Set(targets), keepBoth.stagingFolderName)
}

function startRestore(client: QueryClient, request: RestoreRequest): void {
  startMutation(client, restore(), request).catch(ignoreEndOfSession)
}

/** A batch rejects only when the session ends; everything else it reports itself. */
function ignoreEndOfSession(): void {}
