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
import { finishInterruptedKeepBoth } from '#src/jobs/placement/restore/keep-both.ts'
import { restoreReplacedFiles } from '#src/jobs/placement/restore/replace.ts'
import {
  RestoreRequest,
  targetFolderOf,
  targetUriOf,
} from '#src/jobs/placement/restore/restore-request.ts'
import { createRestoreSender } from '#src/jobs/placement/restore/restore-sender.ts'
import { restoreStages } from '#src/jobs/placement/restore/restore-stages.ts'
import {
  type RestoreContext,
  type RestoreNote,
  type RestoreState,
  restoreState,
} from '#src/jobs/placement/restore/restore-state.ts'
import { restoredItems, restoredRows } from '#src/jobs/placement/restore/restored-rows.ts'
import {
  isInStagingFolder,
  removeStagingFolder,
} from '#src/jobs/placement/restore/staging-folder.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { isStaged, setStagedItem } from '#src/jobs/store/staged-items.ts'
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
  putBackShownIn,
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
  journal: { kind: 'trash', variables: Deletion },
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
    return items.some(isOfAnotherUser) ? [] : [startOf(restore, { items, isDeletion: true })]
  },
})

/** Restores items: to where each was, or to one folder; under another name where that is asked for. */
export const restore = defineJob<FileRow, RestoreRequest, RestoreState, RestoreNote, RestoreWish>({
  journal: { kind: 'restore', variables: RestoreRequest },
  operation: ({ items, leftOut }) => ({ ...describeOperation('restore', items), leftOut }),
  items: ({ items }) => items,
  state: restoreState,
  plan: planDeletion,
  stages: (items, { input }) => restoreStages(items, input),
  createSender: (context) =>
    createRestoreSender(
      context,
      // The file is shown now, not with the items: by then somebody may have deleted it again.
      (row) => addToFolder(context.client, parentUri(row.uri) ?? '', [row]),
      putBackShownIn(context.client),
    ),
  hasManySteps: ({ keepBoth, replace, foldersToCreate }) =>
    Boolean(keepBoth ?? replace ?? foldersToCreate),
  isDone: async (item, { input, state, note, signal }) => {
    const file = await findItemById(item.id, signal)
    if (file?.path === undefined) return 'gone'
    // In the trash with a folder around it, it is not an item of the trash any more.
    if (parseUri(file.path).host === 'trash')
      return parentUri(file.path) === parentUri(item.uri) ? false : 'gone'
    const isThere = parentUri(file.path) === targetFolderOf(item, input)
    // The answer that would have said so may have been lost.
    if (isThere) setStagedItem(item.id, undefined)
    if (isStaged(item.id)) return false
    if (!isThere && (await isInStagingFolder(file.path, state, signal))) return false
    // Somebody may have moved or renamed it since.
    if (file.path !== targetUriOf(item, input)) void note({ restoredTo: file.path, id: item.id })
    return true
  },
  findUnprocessed: findStillInTrash,
  requiredUris: ({ folder }) => (folder === undefined ? [] : [folder]),
  affectedUris: (item, { input }) => {
    const uri = targetUriOf(item, input)
    return uri ? [uri] : []
  },
  shouldBisect: (error) => hasErrorCode(error, ErrorCode.nameTaken, ErrorCode.conflict),
  mayAlreadyBeDone: isGoneOrMoved,
  patch: (done, context) => {
    const { client } = context
    removeFromTrash(client, done)
    const folders = new Set(folderLists(client).map(({ uri }) => uri))
    const rowsByFolder = restoredRows(done, context, folders)
    for (const [folder, rows] of rowsByFolder) addToFolder(client, folder, rows)
    if (done.some(({ shortcut }) => shortcut)) reloadFolder(client, sharedWithMeUri)
  },
  destinations: (done, { input, state }) => restoredItems(done, input, state),
  undo: (parts) => [startOf(takeBackRestore, takeBackWish(parts))],
  onSettled: async ({ done, failed }, context) => {
    const { client, input } = context
    if (done.length > 0) reloadOnScreen(client, keys.links.list())
    await cleanUpRestore(done, context)
    reloadSearches(client)
    const stagedItems = input.items.filter(({ id }) => isStaged(id))
    removeFromTrash(client, [...stagedItems, ...goneItems(failed)])
    // An item still lies in the staging folder, so that the list of the root must show it.
    if (stagedItems.length > 0) reloadFolder(client, rootUri('my'))
  },
  beforeDiscard: async (context) => {
    const { client, input } = context
    if (!input.keepBoth) return
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
  await restoreReplacedFiles(context, doneIds, putBackShownIn(client))
  const replaced = [...state.replaced.values()]
  removeFromFolders(client, replaced)
  await showInTrash(client, replaced)
  if (input.keepBoth) removeFromFolders(client, await removeStagingFolder(input.keepBoth, state))
}
