import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import * as api from '#src/api/files.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, hasErrorCode } from '#src/contract/errors.ts'
import { withoutNestedItems, parseUri } from '#src/contract/uri.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { type FileRow, isFileRow } from '#src/lists/file-row.ts'
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
import { isDisplaced } from '#src/stores/batches/displaced-items.ts'
import { findInTrash, removeFromTrash, showInTrash } from './trash-list.ts'

/* Moves items to the trash and out of it again; each is the undo of the other. */

type TrashRequest = { readonly items: readonly FileRow[] }

const isOfAnotherUser = ({ uri }: FileRow): boolean => parseUri(uri).host === 'share'

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
  onSettled: (client, _, { done }) =>
    showInTrash(
      client,
      done.filter((item) => !isOfAnotherUser(item)),
    ),
  // A visitor cannot see the trash of the owner.
  undo: (client, done) =>
    done.some(isOfAnotherUser)
      ? undefined
      : async () => {
          const items = await findInTrash(done, { maxRetries: 5 })
          // The service has them no longer.
          if (items.length === 0) throw new ApiError({ code: ErrorCode.notFound })
          startRestore(client, { items })
        },
})

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
