import type { QueryClient } from '@tanstack/react-query'
import * as api from '#src/api/files/files.ts'
import { lookUpBeforeJob } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode } from '#src/contract/errors.ts'
import {
  isInTrash,
  parentUri,
  parseUri,
  rootUri,
  urisOf,
  withoutNestedItems,
} from '#src/contract/uri.ts'
import {
  addToFolders,
  cachedFolderLists,
  reloadFolder,
  reloadSearches,
} from '#src/features/file-lists/file-cache.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { defineJob, toUndoJobStarter } from '#src/jobs/define-job.ts'
import { findReplacedTargets } from '#src/jobs/placement/move-lookups.ts'
import { createPlacementSender, placementJobDefaults } from '#src/jobs/placement/placement-job.ts'
import {
  PlacementRequest,
  type PlacementItem,
  targetFolderUriOf,
} from '#src/jobs/placement/placement-request.ts'
import {
  finalUriOf,
  toArrivedRows,
  type PlacementNote,
  type PlacementState,
} from '#src/jobs/placement/placement-state.ts'
import { moveLeftoverStagedItems } from '#src/jobs/placement/renaming-sender.ts'
import { isStagingFolder } from '#src/jobs/placement/staging-folder.ts'
import type { FailedItem } from '#src/jobs/store/job.ts'
import { UndoneElsewhereError } from '#src/jobs/store/jobs.ts'
import {
  findItemAtUri,
  findItemById,
  canMeanGoneOrMoved,
  maxRequestsInFlight,
  findItemsWithStaleUri,
} from '#src/jobs/verification/item-lookup.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { createOperation, type ConcurrentTrashChangeCounts } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { reloadListIfOnScreen } from '#src/lists/loading/reload-on-screen.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import { planClashDecisions } from './deleted-clashes.ts'
import { Deletion, queryKeysStaleAfterDeletion } from './permanent-deletion.ts'
import { cleanUpPlacement, createPlacementHandlers, ignoreRefusal } from './placement-lists.ts'
import { takeBackRestore, takeBackRestoreInput } from './take-back-restore.ts'
import {
  findInTrash,
  findStillInTrash,
  itemsNotFound,
  removeFromTrashList,
  showDeleted,
  showDeleting,
} from './trash-list.ts'

/* Moves items to the trash and out of it again; each is the undo of the other. */

const isOfAnotherUser = ({ uri }: FileRow): boolean => parseUri(uri).host === 'share'

/**
 * What became of an item that was to be deleted. One of another user can only be looked for where it was: when it is not
 * there, a request without an answer is taken to have deleted it, and otherwise somebody else has moved or deleted it.
 */
async function wasDeleted(
  item: FileRow,
  isUnanswered: boolean,
  signal: AbortSignal,
): Promise<boolean | 'gone' | 'stale'> {
  if (isOfAnotherUser(item)) {
    const isThere = (await findItemAtUri(item.uri, signal))?.id === item.id
    return !isThere && (isUnanswered || 'stale')
  }
  const file = await findItemById(item.id, signal)
  return file?.path === undefined ? 'gone' : isInTrash(file.path)
}

/** `isDeletion`: the items are as they were before they were deleted. */
type RestoreInput = PlacementRequest & { readonly isDeletion?: boolean | undefined }

export const moveItemsToTrash = defineJob<FileRow, Deletion>({
  journal: { name: 'trash', input: Deletion },
  operation: ({ items }) => ({
    ...createOperation('trash', items),
    isShared: items.some(isOfAnotherUser),
    isShortcut: items.every(({ shortcut }) => shortcut),
  }),
  plan: async ({ items }) => ({ items: withoutNestedItems(items) }),
  createSender: () => (items, signal) => api.deleteFiles(urisOf(items), false, signal),
  isDone: (item, { signal }, isUnanswered) => wasDeleted(item, isUnanswered, signal),
  findStaleUris: (items, { signal }) => findItemsWithStaleUri(items, signal),
  mayAlreadyBeDone: canMeanGoneOrMoved,
  patch: (done, { client }) => showDeleting(client, done),
  invalidates: () => [...queryKeysStaleAfterDeletion(), keys.files.infos()],
  onSettled: async ({ done, failed }, { client }) => {
    // Nobody tells the page what others change there.
    const shared = failed.map(({ item }) => item).filter(isOfAnotherUser)
    for (const folder of new Set(shared.map(({ uri }) => parentUri(uri) ?? '')))
      reloadFolder(client, folder)
    await showDeleted(client, { done: done.filter((item) => !isOfAnotherUser(item)), failed })
  },
  // A visitor cannot see the trash of the owner.
  undo: (parts) => {
    const items = parts.flatMap(({ result }) => result.done)
    return items.some(isOfAnotherUser)
      ? undefined
      : toUndoJobStarter(restore, () => ({ items, isDeletion: true }))
  },
})

/** Whether its name is taken and nothing is wished for that: a file that was not the one shown is asked about again. */
const isUndecidedClash = ({ item, error }: FailedItem<PlacementItem>): boolean =>
  hasErrorCode(error, ErrorCode.nameTaken) && item.wish?.onClash === undefined

/** Rows of the trash do not say what is shared. */
function reloadFolders({ client }: { readonly client: QueryClient }): void {
  for (const { uri } of cachedFolderLists(client)) reloadFolder(client, uri)
}

/** Restores items: to where each was, or to one folder; under another name where that is asked for. */
export const restore = defineJob<PlacementItem, RestoreInput, PlacementState, PlacementNote>({
  journal: { name: 'restore', version: 3, input: PlacementRequest },
  ...placementJobDefaults,
  operation: ({ items, leftOut, meanwhile }) => ({
    ...createOperation('restore', items),
    leftOut,
    meanwhile,
  }),
  plan: planDeletion,
  createSender: (context) => createPlacementSender(context, createPlacementHandlers(context)),
  isDone: async (item, context) => {
    const { state, note, signal } = context
    const file = await findItemById(item.id, signal)
    if (file?.path === undefined) return 'gone'
    const folder = parentUri(file.path) ?? ''
    if (file.path === item.uri) return false
    // Somebody has restored and deleted it again. With a folder around it, it is not an item of the trash any more.
    if (isInTrash(file.path)) return folder === parentUri(item.uri) ? 'stale' : 'gone'
    const isThere = folder === targetFolderUriOf(item)
    if (!isThere && (await isStagingFolder(folder, state, signal))) return false
    // The answer that would have said so may have been lost.
    state.stagedUris.delete(item.id)
    // Somebody may have moved or renamed it since.
    if (file.path !== finalUriOf(item, context)) void note({ restoredTo: file.path, id: item.id })
    return true
  },
  findStaleUris: (items, { signal }) => findReplacedTargets(items, signal),
  findUnprocessed: findStillInTrash,
  mayAlreadyBeDone: canMeanGoneOrMoved,
  patch: (done, context) => {
    const { client } = context
    removeFromTrashList(client, done)
    const folders = new Set(cachedFolderLists(client).map(({ uri }) => uri))
    addToFolders(
      client,
      toArrivedRows(done, context, (folder) => folders.has(folder)),
    )
    if (done.some(({ shortcut }) => shortcut)) reloadFolder(client, sharedWithMeUri)
  },
  resultDetails: (context, done) => ({
    destinations: toArrivedRows(done, context),
    staged: new Map(context.state.stagedUris),
    replaced: new Map(context.state.replaced),
  }),
  undo: (parts) => toUndoJobStarter(takeBackRestore, () => takeBackRestoreInput(parts)),
  isFollowedUp: (each, { input }) => input.clashRule !== undefined && isUndecidedClash(each),
  followUp: async (failed, { client, input: { clashRule: rule } }) => {
    if (!rule) return undefined
    const decisions = { rule, exceptions: new Map() }
    const rows = failed.map(({ item }) => item)
    const { items, skipped } = await planClashDecisions(client, rows, decisions, false)
    return { input: items.length > 0 ? { items } : undefined, skipped }
  },
  onSettled: async ({ done, failed }, context) => {
    const { client, input, state } = context
    if (done.length > 0) reloadListIfOnScreen(client, keys.links.list())
    try {
      await cleanUpPlacement(done, context)
    } finally {
      reloadSearches(client)
      const stagedItems = input.items.filter(({ id }) => state.stagedUris.has(id))
      removeFromTrashList(client, [...stagedItems, ...itemsNotFound(failed)])
      // An item may still lie in a staging folder at the root.
      reloadFolders(context)
    }
  },
  onPartlyDone: reloadFolders,
  onDiscard: async (done, context) => {
    const finished = await moveLeftoverStagedItems(context, createPlacementHandlers(context))
    if (finished.length > 0) reloadFolders(context)
    await cleanUpPlacement([...done, ...finished], context).catch(ignoreRefusal)
    reloadSearches(context.client)
    return finished
  },
  invalidates: () => [
    keys.files.trash(),
    keys.files.allNameHolders(),
    keys.files.lists(),
    keys.files.infos(),
    keys.users.capacity(),
    keys.links.list(),
  ],
})

/**
 * What became of these items, which were deleted and were not found in the list of the trash. `deep`: those that are in it
 * all the same, after more than is read of it.
 */
async function lookUpMeanwhile(
  items: readonly FileRow[],
): Promise<{ meanwhile: ConcurrentTrashChangeCounts; deep: readonly FileRow[] }> {
  const found = await lookUpBeforeJob(() => findItemsWithStaleUri(items))
  const deep: FileRow[] = []
  let gone = 0
  let inFolders = 0
  await forEachConcurrently(items, maxRequestsInFlight, async ({ id, isShared }) => {
    if (!hasErrorCode(found.get(id), ErrorCode.staleUri)) return
    // One that was moved since it came back is found by its id.
    const file = await lookUpBeforeJob(() => findItemById(id))
    if (file?.path === undefined) gone++
    else if (parentUri(file.path) === rootUri('trash')) deep.push({ ...toFileRow(file), isShared })
    else if (isInTrash(file.path)) inFolders++
  })
  const back = items.length - deep.length - gone - inFolders
  return { meanwhile: { back, gone, inFolders }, deep }
}

/** What has just been deleted is looked for in the trash. */
async function planDeletion({ isDeletion, ...input }: RestoreInput): Promise<PlacementRequest> {
  if (!isDeletion) return input
  const listed = await findInTrash(input.items, { send: lookUpBeforeJob })
  const found = new Set(listed.map(({ id }) => id))
  const others = input.items.filter(({ id }) => !found.has(id))
  if (others.length === 0) return { ...input, items: listed }
  const { meanwhile, deep } = await lookUpMeanwhile(others)
  const items = [...listed, ...deep]
  if (deep.length === others.length) return { ...input, items }
  if (items.length > 0) return { ...input, items, meanwhile }
  if (meanwhile.gone === others.length) throw new ApiError({ code: ErrorCode.notFound })
  throw new UndoneElsewhereError(meanwhile)
}
