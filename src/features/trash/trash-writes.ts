import * as v from 'valibot'
import * as api from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, hasErrorCode } from '#src/contract/errors.ts'
import { parentUri, parseUri, rootUri, withoutNestedItems } from '#src/contract/uri.ts'
import {
  addToFolder,
  folderLists,
  reloadFolder,
  reloadSearches,
  removeFromFolders,
} from '#src/features/file-lists/file-cache.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { defineJob, startOf } from '#src/jobs/define-job.ts'
import { putBack } from '#src/jobs/placement/make-room.ts'
import {
  type PlacementNote,
  type PlacementState,
  placementState,
} from '#src/jobs/placement/placement-state.ts'
import { finishInterruptedKeepBoth } from '#src/jobs/placement/restore/keep-both.ts'
import {
  readRestoreRequest1,
  type RestoreContext,
  RestoreRequest,
} from '#src/jobs/placement/restore/restore-request.ts'
import { createRestoreSender } from '#src/jobs/placement/restore/restore-sender.ts'
import { restoreStages } from '#src/jobs/placement/restore/restore-stages.ts'
import { restoredItems, restoredRows } from '#src/jobs/placement/restore/restored-rows.ts'
import {
  isInStagingFolder,
  removeStagingFolder,
} from '#src/jobs/placement/restore/staging-folder.ts'
import {
  isKeepingBoth,
  type PlacedItem,
  targetFolderOf,
  targetUriOf,
} from '#src/jobs/placement/wish.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { findItemAt, findItemById, isGoneOrMoved } from '#src/jobs/verification/item-lookup.ts'
import { findItemsWithStaleUri } from '#src/jobs/verification/stale-uris.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { reloadOnScreen } from '#src/lists/loading/reload-on-screen.ts'
import { type FileRow, fileRowsOf, isFileRow } from '#src/lists/rows/file-row.ts'
import { goneItems, removeFromLists } from './removed-items.ts'
import { takeBackRestore, takeBackWish } from './take-back-restore.ts'
import {
  findInTrash,
  findStillInTrash,
  markTrashStale,
  removeFromTrash,
  showInTrash,
  showPutBack,
} from './trash-list.ts'

/* Moves items to the trash and out of it again; each is the undo of the other. */

const isOfAnotherUser = ({ uri }: FileRow): boolean => parseUri(uri).host === 'share'

/** What became of an item that was to be deleted. One of another user can only be looked for where it was. */
async function isInTrash(item: FileRow, signal: AbortSignal): Promise<boolean | 'gone'> {
  if (isOfAnotherUser(item)) return (await findItemAt(item.uri, signal))?.id !== item.id
  const file = await findItemById(item.id, signal)
  return file?.path === undefined ? 'gone' : parseUri(file.path).host === 'trash'
}

const Deletion = v.object({ items: v.array(v.custom<FileRow>(isFileRow)) })
type Deletion = { readonly items: readonly FileRow[] }

/** `isDeletion`: the items are as they were before they were deleted. */
type RestoreWish = Omit<RestoreRequest, 'items'> & {
  readonly items: readonly JobItem[]
  readonly isDeletion?: boolean | undefined
}

/** Moves items to the trash. */
export const trash = defineJob<FileRow, Deletion>({
  journal: { name: 'trash', input: Deletion },
  operation: ({ items }) => ({
    ...describeOperation('trash', withoutNestedItems(items)),
    isShared: items.some(isOfAnotherUser),
    isShortcut: items.every(({ shortcut }) => shortcut),
  }),
  items: ({ items }) => withoutNestedItems(items),
  createSender: () => (items, signal) =>
    api.deleteFiles(
      items.map(({ uri }) => uri),
      false,
      signal,
    ),
  isDone: (item, { signal }) => isInTrash(item, signal),
  findStaleUris: (items, { signal }) => findItemsWithStaleUri(items, signal),
  mayAlreadyBeDone: isGoneOrMoved,
  patch: (done, { client }) => {
    removeFromLists(client, done)
    // The job may wait for a lock for long before its items are shown there.
    markTrashStale(client)
  },
  invalidates: () => [
    keys.files.trash(),
    keys.files.infos(),
    keys.users.capacity(),
    keys.links.list(),
  ],
  onSettled: async ({ done, failed }, { client }) => {
    removeFromLists(client, goneItems(failed))
    if (done.length > 0) reloadOnScreen(client, keys.links.list())
    await showInTrash(
      client,
      done.filter((item) => !isOfAnotherUser(item)),
    )
  },
  // A visitor cannot see the trash of the owner.
  undo: (parts) => {
    const items = parts.flatMap(({ done }) => done)
    return items.some(isOfAnotherUser) ? undefined : startOf(restore, { items, isDeletion: true })
  },
})

/** Restores items: to where each was, or to one folder; under another name where that is asked for. */
export const restore = defineJob<
  PlacedItem,
  RestoreRequest,
  PlacementState,
  PlacementNote,
  RestoreWish
>({
  journal: { name: 'restore', version: 2, input: RestoreRequest, read: readRestoreRequest1 },
  operation: ({ items, leftOut }) => ({ ...describeOperation('restore', items), leftOut }),
  items: ({ items }) => items,
  state: placementState,
  plan: planDeletion,
  stages: restoreStages,
  createSender: (context) =>
    createRestoreSender(context, {
      // The folder is shown now, not with the items: by then somebody may have deleted it again.
      onFolderCreated: (row) => addToFolder(context.client, parentUri(row.uri) ?? '', [row]),
      onPutBack: (files) => showPutBack(context.client, files),
    }),
  hasManySteps: ({ items, foldersToCreate }) =>
    foldersToCreate !== undefined || items.some(({ wish }) => wish?.onClash),
  isDone: async (item, { state, note, signal }) => {
    const file = await findItemById(item.id, signal)
    if (file?.path === undefined) return 'gone'
    // In the trash with a folder around it, it is not an item of the trash any more.
    if (parseUri(file.path).host === 'trash')
      return parentUri(file.path) === parentUri(item.uri) ? false : 'gone'
    const isThere = parentUri(file.path) === targetFolderOf(item)
    // The answer that would have said so may have been lost.
    if (isThere) state.stagedUris.delete(item.id)
    if (state.stagedUris.has(item.id)) return false
    if (!isThere && (await isInStagingFolder(file.path, state, signal))) return false
    // Somebody may have moved or renamed it since.
    if (file.path !== targetUriOf(item)) void note({ restoredTo: file.path, id: item.id })
    return true
  },
  findUnprocessed: findStillInTrash,
  targetOf: ({ wish }) => wish?.to,
  affectedUris: (item) => {
    const uri = targetUriOf(item)
    return uri ? [uri] : []
  },
  shouldBisect: (error) => hasErrorCode(error, ErrorCode.nameTaken, ErrorCode.conflict),
  mayAlreadyBeDone: isGoneOrMoved,
  patch: (done, context) => {
    const { client } = context
    removeFromTrash(client, done)
    const folders = new Set(folderLists(client).map(({ uri }) => uri))
    const rowsByFolder = restoredRows(done, context.state, folders)
    for (const [folder, rows] of rowsByFolder) addToFolder(client, folder, rows)
    if (done.some(({ shortcut }) => shortcut)) reloadFolder(client, sharedWithMeUri)
  },
  destinations: (done, { state }) => restoredItems(done, state),
  resultDetails: ({ state }) => ({
    staged: new Map(state.stagedUris),
    replaced: new Map(state.replaced),
  }),
  undo: (parts) => startOf(takeBackRestore, takeBackWish(parts)),
  onSettled: async ({ done, failed }, context) => {
    const { client, input, state } = context
    if (done.length > 0) reloadOnScreen(client, keys.links.list())
    await cleanUpRestore(done, context)
    reloadSearches(client)
    const stagedItems = input.items.filter(({ id }) => state.stagedUris.has(id))
    removeFromTrash(client, [...stagedItems, ...goneItems(failed)])
    // An item still lies in the staging folder, so that the list of the root must show it.
    if (stagedItems.length > 0) reloadFolder(client, rootUri('my'))
  },
  beforeDiscard: async (context) => {
    const { client, input } = context
    if (!input.items.some(isKeepingBoth)) return
    await finishInterruptedKeepBoth(context)
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

/** What has just been deleted is looked for in the trash. */
async function planDeletion({ isDeletion, ...wish }: RestoreWish): Promise<RestoreRequest> {
  if (!isDeletion) return { ...wish, items: fileRowsOf(wish.items) }
  const items = await findInTrash(wish.items, { maxRetries: 5 })
  // The service has them no longer.
  if (items.length === 0) throw new ApiError({ code: ErrorCode.notFound })
  return { ...wish, items }
}

/** Puts back what had to make room for items that were not restored, and removes the staging folder when it is empty. */
async function cleanUpRestore(done: readonly FileRow[], context: RestoreContext): Promise<void> {
  const { client, input, state } = context
  const doneIds = new Set(done.map(({ id }) => id))
  // The state also has what a restore replaced that this one continues.
  const others = input.items.filter(({ id }) => !doneIds.has(id))
  showPutBack(client, await putBack(others, context))
  const replaced = [...state.replaced.values()]
  removeFromFolders(client, replaced)
  await showInTrash(client, replaced)
  const { stagingFolderName } = input
  if (stagingFolderName !== undefined)
    removeFromFolders(client, await removeStagingFolder(stagingFolderName, state))
}
