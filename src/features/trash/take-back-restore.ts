import * as v from 'valibot'
import * as api from '#src/api/files/files.ts'
import { retryOnTransientError } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { strictListOf } from '#src/contract/schema.ts'
import { childUri, isInTrash, nameOfUri, parentUri, urisOf } from '#src/contract/uri.ts'
import { removeFromFolders } from '#src/features/file-lists/file-cache.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import type { JobContext, JobStateDefinition } from '#src/jobs/job-definition.ts'
import {
  type PlacementRequest,
  PlacementItem,
  withPlacement,
} from '#src/jobs/placement/placement-request.ts'
import { toArrivedItems, type PlacementState } from '#src/jobs/placement/placement-state.ts'
import { toBatchError, sendBisecting } from '#src/jobs/placement/send-bisecting.ts'
import { deleteFolderIfEmpty } from '#src/jobs/placement/staging-folder.ts'
import type { JobItem, UndoRecord } from '#src/jobs/store/job.ts'
import { findItemById, canMeanGoneOrMoved } from '#src/jobs/verification/item-lookup.ts'
import {
  findItemsWithStaleUri,
  maxSingleLookups,
  findNamesById,
} from '#src/jobs/verification/stale-uris.ts'
import { findOwnUriById } from '#src/jobs/verification/target-folder.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { groupBy } from '#src/lib/group-by.ts'
import { createOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { reloadListIfOnScreen } from '#src/lists/loading/reload-on-screen.ts'
import { type FileRow, isFileRow } from '#src/lists/rows/file-row.ts'
import { queryKeysStaleAfterDeletion } from './permanent-deletion.ts'
import { restorePreviouslyReplacedFiles, showPreviouslyReplacedFiles } from './placement-lists.ts'
import { itemsNotFound, markTrashStale, removeFromFileLists, addToTrashList } from './trash-list.ts'

/*
 * Takes a restore back: each item goes to the trash again, wherever it is by now, what it had replaced comes back to its
 * place, and the folders that were created for it go. An item and what it replaced are one item of the job, so that
 * one message with one Retry says how far that came.
 */

const TakeBack = v.object({
  items: strictListOf(PlacementItem),
  createdFolders: strictListOf(v.custom<FileRow>(isFileRow)),
  /** How many of the items have got other names by the restore or since. */
  newNames: v.optional(v.number()),
})
type TakeBack = v.InferOutput<typeof TakeBack>
/** The items as they were in the trash, and where they were restored to. */
type TakeBackWish = TakeBack & { readonly restoredTo?: readonly JobItem[] }

/** Ids of items that are in the trash again. */
type TakeBackState = Set<string>
const TakeBackNote = v.object({ trashed: v.array(v.string()) })
type TakeBackNote = v.InferOutput<typeof TakeBackNote>
const takeBackState: JobStateDefinition<TakeBack, TakeBackState, TakeBackNote> = {
  empty: () => new Set(),
  note: TakeBackNote,
  add: (ids, { trashed }) => {
    for (const id of trashed) ids.add(id)
  },
}
type Context = JobContext<TakeBack, TakeBackState, TakeBackNote>

const replacedBy = ({ wish }: PlacementItem) => wish?.uncovers

/** What takes back a restore, and those that continued it. */
export function takeBackRestoreInput(
  parts: readonly UndoRecord<PlacementItem, PlacementRequest, PlacementState>[],
): TakeBackWish {
  const createdFolders = new Map(parts.flatMap(({ state }) => [...state.createdFolders]))
  return {
    items: parts.flatMap(({ done, state }) =>
      done.map((item) => withPlacement(item, { uncovers: state.replaced.get(item.id) })),
    ),
    restoredTo: parts.flatMap((part) => toArrivedItems(part.done, part)),
    createdFolders: [...createdFolders.values()],
  }
}

export const takeBackRestore = defineJob<
  PlacementItem,
  TakeBack,
  TakeBackState,
  TakeBackNote,
  TakeBackWish
>({
  journal: { name: 'takeBackRestore', version: 2, input: TakeBack },
  operation: ({ items, newNames }) => ({ ...createOperation('trash', items), newNames }),
  state: takeBackState,
  plan,
  stages: deepestFirst,
  createSender: (context) => (items, signal) => send(items, { ...context, signal }),
  isDone: async (item, { state, note, signal }) => {
    const replaced = replacedBy(item)
    if (!state.has(item.id)) {
      const file = await findItemById(item.id, signal)
      if (file?.path !== undefined && !isInTrash(file.path)) return false
      if (file?.path === undefined && !replaced) return 'gone'
      await note({ trashed: [item.id] })
    }
    const path = replaced && (await findItemById(replaced.id, signal))?.path
    return path === undefined || !isInTrash(path)
  },
  findStaleUris: (items, { state, signal }) =>
    findItemsWithStaleUri(
      items.filter(({ id, uri }) => !state.has(id) && !isInTrash(uri)),
      signal,
    ),
  mayAlreadyBeDone: canMeanGoneOrMoved,
  affectedUris: (item) => [replacedBy(item)?.uri ?? []].flat(),
  hasManySteps: ({ items }) => items.some(replacedBy),
  patch: (done, { client }) => {
    removeFromFileLists(client, done)
    showPreviouslyReplacedFiles(client, done)
    // The job may wait for a lock for long before its items are shown there.
    markTrashStale(client)
  },
  invalidates: () => [
    ...queryKeysStaleAfterDeletion(),
    keys.files.infos(),
    keys.files.allNameHolders(),
  ],
  onSettled: async ({ done, failed }, { client, input }) => {
    removeFromFileLists(client, itemsNotFound(failed))
    if (done.length > 0) reloadListIfOnScreen(client, keys.links.list())
    await addToTrashList(client, done)
    // Children first. A folder that is gone, in use or elsewhere by now is left alone.
    for (const folder of input.createdFolders.toReversed()) {
      const isRemoved = await deleteFolderIfEmpty(folder).catch(() => false)
      if (isRemoved) removeFromFolders(client, [folder])
    }
  },
})

/** A stage per depth: an item in a folder goes to the trash before the folder does. */
function deepestFirst(items: readonly PlacementItem[]): { items: PlacementItem[] }[] {
  const depthOf = ({ uri }: PlacementItem): number => uri.split('/').length
  const depths = [...new Set(items.map(depthOf))].sort((one, other) => other - one)
  return depths.map((depth) => ({ items: items.filter((item) => depthOf(item) === depth) }))
}

const maxLookupsInFlight = 2
const retrying = <T>(lookUp: () => Promise<T>): Promise<T> =>
  retryOnTransientError(lookUp, { maxRetries: 5 })

/**
 * The items with the URIs that they have now, looked up by their ids: another item that has the old place of one is left
 * alone. Those that have been deleted since are left out. Throws what a failed lookup throws.
 */
async function locate(
  items: readonly PlacementItem[],
  restoredTo: readonly JobItem[],
): Promise<PlacementItem[]> {
  const uris = new Map<string, string>()
  const byFolder = groupBy(restoredTo, ({ uri }) => parentUri(uri) ?? '')
  await forEachConcurrently(byFolder, maxLookupsInFlight, async ([folder, some]) => {
    if (folder === '' || some.length <= maxSingleLookups) return
    const ids = new Set(some.map(({ id }) => id))
    for (const [id, name] of await findNamesById(folder, ids, { send: retrying }))
      uris.set(id, childUri(folder, name))
  })
  await forEachConcurrently(items, maxLookupsInFlight, async ({ id }) => {
    const uri = uris.get(id) ?? (await retrying(() => findOwnUriById(id)))
    if (uri !== undefined) uris.set(id, uri)
  })
  return items.flatMap((item) => {
    const uri = uris.get(item.id)
    return uri === undefined ? [] : [{ ...item, uri, name: nameOfUri(uri) }]
  })
}

/** Finds the items. Those whose replaced file is all that is left to restore stay in the list, too. */
async function plan({ restoredTo = [], ...wish }: TakeBackWish): Promise<TakeBack> {
  const items = await locate(wish.items, restoredTo)
  const found = new Set(items.map(({ id }) => id))
  const rest = wish.items.filter((item) => !found.has(item.id) && replacedBy(item))
  if (items.length + rest.length === 0) throw new ApiError({ code: ErrorCode.notFound })
  const oldNames = new Map(wish.items.map(({ id, name }) => [id, name]))
  const newNames = items.filter(({ id, name }) => oldNames.get(id) !== name).length
  return { ...wish, items: [...items, ...rest], newNames }
}

async function send(items: readonly PlacementItem[], context: Context): Promise<void> {
  const { state, note, signal } = context
  const isLeft = ({ id, uri }: PlacementItem) => !state.has(id) && !isInTrash(uri)
  const refused = await sendBisecting(items.filter(isLeft), (some) =>
    api.deleteFiles(urisOf(some), false, signal),
  )
  const trashed = items.filter((item) => !refused.has(item))
  await note({ trashed: trashed.map(({ id }) => id) })
  for (const [item, error] of await restorePreviouslyReplacedFiles(trashed, signal))
    refused.set(item, error)
  if (refused.size > 0) throw toBatchError(refused)
}
