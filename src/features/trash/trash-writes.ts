import type { QueryClient } from '@tanstack/react-query'
import * as api from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, hasErrorCode, SessionEndedError } from '#src/contract/errors.ts'
import { parentUri, parseUri, rootUri } from '#src/contract/uri.ts'
import {
  addToFolder,
  folderLists,
  reloadFolder,
  reloadSearches,
  removeFromFolders,
  removeFromSearches,
} from '#src/features/file-lists/file-cache.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import type { BatchItem, FailedItem } from '#src/jobs/batches/batch.ts'
import { NothingUndoneError } from '#src/jobs/batches/batches.ts'
import { isStaged, setStagedItem } from '#src/jobs/batches/staged-items.ts'
import { defineBatch, type ContinuedBatch } from '#src/jobs/define-batch.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { finishInterruptedKeepBoth } from '#src/jobs/placement/restore/keep-both.ts'
import { locateRestored } from '#src/jobs/placement/restore/locate-restored.ts'
import { restoreReplacedFiles } from '#src/jobs/placement/restore/replace.ts'
import {
  addRestoreEffect,
  readRestoreEffects,
  restoreEffects,
} from '#src/jobs/placement/restore/restore-effects.ts'
import {
  RestoreRequest,
  targetFolderOf,
  targetUriOf,
} from '#src/jobs/placement/restore/restore-request.ts'
import { createRestoreSender } from '#src/jobs/placement/restore/restore-sender.ts'
import { restoreStages } from '#src/jobs/placement/restore/restore-stages.ts'
import { restoredItems, restoredRows } from '#src/jobs/placement/restore/restored-rows.ts'
import {
  isInStagingFolder,
  removeStagingFolder,
} from '#src/jobs/placement/restore/staging-folder.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { findItemAt, findItemById, isGoneOrMoved } from '#src/jobs/verification/item-lookup.ts'
import { findItemsWithStaleUri } from '#src/jobs/verification/stale-uris.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { reloadOnScreen } from '#src/lists/loading/reload-on-screen.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { removeCreatedFolders } from './created-folders.ts'
import {
  findInTrash,
  findStillInTrash,
  markTrashStale,
  removeFromTrash,
  showInTrash,
  putBackShownIn,
} from './trash-list.ts'
import { deepestFirst, itemsOf, type Replaced, TrashRequest } from './trash-request.ts'

/* Moves items to the trash and out of it again; each is the undo of the other. */

/** A batch rejects only when the session ends; everything else it reports itself. */
const ignoreEndOfSession = (): undefined => undefined

const isOfAnotherUser = ({ uri }: FileRow): boolean => parseUri(uri).host === 'share'

/** What became of an item that was to be deleted. One of another user can only be looked for where it was. */
async function isInTrash(item: FileRow, signal: AbortSignal): Promise<boolean | 'gone'> {
  if (isOfAnotherUser(item)) return (await findItemAt(item.uri, signal))?.id !== item.id
  const file = await findItemById(item.id, signal)
  return file?.path === undefined ? 'gone' : parseUri(file.path).host === 'trash'
}

/** The items that were found not to exist any more. */
const goneItems = (failed: readonly FailedItem<FileRow>[]): FileRow[] =>
  failed.flatMap(({ item, error }) => (hasErrorCode(error, ErrorCode.notFound) ? [item] : []))

function removeFromLists(client: QueryClient, items: readonly BatchItem[]): void {
  removeFromFolders(client, items)
  removeFromSearches(client, items)
}

/** Starts to restore items that have just been deleted. Rejects when they cannot be found in the trash. */
export async function restoreFromTrash(
  client: QueryClient,
  deleted: readonly BatchItem[],
): Promise<void> {
  const items = await findInTrash(deleted, { maxRetries: 5 })
  // The service has them no longer.
  if (items.length === 0) throw new ApiError({ code: ErrorCode.notFound })
  startMutation(client, restore({ isUndo: true }), { items }).catch(ignoreEndOfSession)
}

export const trash = defineBatch<FileRow, TrashRequest>({
  journal: { kind: 'trash', variables: TrashRequest },
  operation: (request) => ({
    ...describeOperation('trash', itemsOf(request)),
    isShared: request.items.some(isOfAnotherUser),
    isShortcut: request.items.every(({ shortcut }) => shortcut),
    newNames: request.newNames,
  }),
  items: itemsOf,
  stages: (items, { createdFolders }) => (createdFolders ? deepestFirst(items) : [{ items }]),
  createSender: () => (items, signal) =>
    api.deleteFiles(
      items.map(({ uri }) => uri),
      false,
      signal,
    ),
  isDone: (item, _, signal) => isInTrash(item, signal),
  findStaleUris: (items, _, signal) => findItemsWithStaleUri(items, signal),
  mayAlreadyBeDone: isGoneOrMoved,
  patch: (client, done) => {
    removeFromLists(client, done)
    // The batch may wait for a lock for long before its items are shown there.
    markTrashStale(client)
  },
  invalidates: () => [
    keys.files.trash(),
    keys.files.infos(),
    keys.users.capacity(),
    keys.links.list(),
  ],
  onSettled: async (client, { createdFolders = [] }, { done, failed }) => {
    removeFromLists(client, goneItems(failed))
    if (done.length > 0) reloadOnScreen(client, keys.links.list())
    await showInTrash(
      client,
      done.filter((item) => !isOfAnotherUser(item)),
    )
    await removeCreatedFolders(client, createdFolders)
  },
  retry: (client, request, source) => void retryTrash(client, request, source),
  // A visitor cannot see the trash of the owner.
  undo: (client, done) =>
    done.some(isOfAnotherUser) ? undefined : () => restoreFromTrash(client, done),
})

const clients = new WeakMap<RestoreRequest, QueryClient>()

/** Restores items: to where each was, or to one folder; under another name where that is asked for. */
export const restore = defineBatch<FileRow, RestoreRequest>({
  journal: { kind: 'restore', variables: RestoreRequest },
  operation: ({ items, leftOut }) => ({ ...describeOperation('restore', items), leftOut }),
  items: ({ items }) => items,
  stages: restoreStages,
  onStart: (client, request) => void clients.set(request, client),
  createSender: (request, recordEffect) =>
    createRestoreSender(
      request,
      recordEffect,
      (row) => {
        // Now, not with the items: by then somebody may have deleted it again.
        const client = clients.get(request)
        if (client) addToFolder(client, parentUri(row.uri) ?? '', [row])
      },
      putBackShownIn(() => clients.get(request)),
    ),
  readEffects: readRestoreEffects,
  hasManySteps: ({ keepBoth, replace, foldersToCreate }) =>
    Boolean(keepBoth ?? replace ?? foldersToCreate),
  isDone: async (item, request, signal) => {
    const file = await findItemById(item.id, signal)
    if (file?.path === undefined) return 'gone'
    // In the trash with a folder around it, it is not an item of the trash any more.
    if (parseUri(file.path).host === 'trash')
      return parentUri(file.path) === parentUri(item.uri) ? false : 'gone'
    const { keepBoth } = request
    const isThere = parentUri(file.path) === targetFolderOf(item, request)
    // The answer that would have said so may have been lost.
    if (isThere) setStagedItem(item.id, undefined)
    if (isStaged(item.id)) return false
    if (keepBoth && !isThere && (await isInStagingFolder(file.path, keepBoth, signal))) return false
    // Somebody may have moved or renamed it since.
    if (file.path !== targetUriOf(item, request)) {
      addRestoreEffect(request, { restoredTo: file.path, id: item.id })
    }
    return true
  },
  findUnprocessed: findStillInTrash,
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
    if (done.some(({ shortcut }) => shortcut)) reloadFolder(client, sharedWithMeUri)
  },
  destinations: restoredItems,
  undo: (client, done, request) => () => undoRestore(client, done, request),
  onSettled: async (client, request, { done, failed }) => {
    if (done.length > 0) reloadOnScreen(client, keys.links.list())
    await cleanUpRestore(client, request, done)
    reloadSearches(client)
    const stagedItems = request.items.filter(({ id }) => isStaged(id))
    removeFromTrash(client, [...stagedItems, ...goneItems(failed)])
    // An item still lies in the staging folder, so that the list of the root must show it.
    if (stagedItems.length > 0) reloadFolder(client, rootUri('my'))
  },
  beforeDiscard: async (client, request) => {
    if (!request.keepBoth) return
    await finishInterruptedKeepBoth(request)
    for (const { uri } of folderLists(client)) reloadFolder(client, uri)
  },
  onDiscard: cleanUpRestore,
  invalidates: () => [
    keys.files.trash(),
    keys.files.allNameHolders(),
    keys.files.lists(),
    keys.files.infos(),
    keys.users.capacity(),
    keys.links.list(),
  ],
})

/** Puts back what had to make room for items that were not restored, and removes the staging folder when it is empty. */
async function cleanUpRestore(
  client: QueryClient,
  request: RestoreRequest,
  done: readonly FileRow[],
): Promise<void> {
  const doneIds = new Set(done.map(({ id }) => id))
  await restoreReplacedFiles(
    request,
    doneIds,
    putBackShownIn(() => client),
  )
  const replaced = [...restoreEffects(request).replaced.values()]
  removeFromFolders(client, replaced)
  await showInTrash(client, replaced)
  const { keepBoth } = request
  if (keepBoth) removeFromFolders(client, await removeStagingFolder(keepBoth))
}

/**
 * Moves what was restored back to the trash, wherever it is by now, removes the folders that were created for it, and
 * restores what it had replaced.
 */
async function undoRestore(
  client: QueryClient,
  done: readonly FileRow[],
  request: RestoreRequest,
): Promise<void> {
  const expected = new Map(restoredItems(done, request).map(({ id, uri }) => [id, uri]))
  const items = await locateRestored(done, expected)
  // An earlier attempt may have come as far as the items, and not to what they had replaced.
  if (items.length === 0 && restoreEffects(request).replaced.size === 0)
    throw new ApiError({ code: ErrorCode.notFound })
  const oldNames = new Map(done.map(({ id, name }) => [id, name]))
  const newNames = items.filter(({ id, name }) => oldNames.get(id) !== name).length
  const { createdFolders, replaced } = restoreEffects(request)
  const trashRequest = {
    items,
    createdFolders: [...createdFolders.values()],
    newNames,
    replaced: Array.from(replaced, ([takenBy, row]) => ({ takenBy, row })),
  }
  const result =
    items.length > 0
      ? await startMutation(client, trash({ isUndo: true }), trashRequest).catch(ignoreEndOfSession)
      : undefined
  const backIds = new Set(result?.done.map(({ id }) => id))
  if (items.length > 0 && backIds.size === 0) throw new NothingUndoneError()
  const staying = new Set(items.flatMap(({ id }) => (backIds.has(id) ? [] : [id])))
  const filesToRestore = trashRequest.replaced.filter(({ takenBy }) => !staying.has(takenBy))
  await restoreReplaced(client, filesToRestore)
  for (const { takenBy } of filesToRestore) replaced.delete(takenBy)
}

/** Resolves when that has ended. Rejects when the trash cannot be read. */
async function restoreReplaced(client: QueryClient, replaced: readonly Replaced[]): Promise<void> {
  if (replaced.length === 0) return
  const rows = replaced.map(({ row }) => row)
  const items = await findInTrash(rows, { maxRetries: 5 })
  await startMutation(client, restore({ isUndo: true }), { items }).catch(ignoreEndOfSession)
}

/** Tries the rest of a deletion again. When it takes back a restore, what that replaced comes back as well. */
async function retryTrash(
  client: QueryClient,
  request: TrashRequest,
  source: ContinuedBatch,
): Promise<void> {
  const result = await startMutation(client, trash(source), request).catch(ignoreEndOfSession)
  const doneIds = new Set(result?.done.map(({ id }) => id))
  const replaced = request.replaced?.filter(({ takenBy }) => doneIds.has(takenBy)) ?? []
  try {
    await restoreReplaced(client, replaced)
  } catch (error) {
    if (error instanceof SessionEndedError) return
    const rows = replaced.map(({ row }) => row)
    const operation = describeOperation('restore', rows)
    const failureContext = { kind: 'notDone', operation } as const
    showToast({ kind: 'failed', error: error as Error, failureContext })
  }
}
