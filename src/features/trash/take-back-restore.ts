import * as v from 'valibot'
import * as api from '#src/api/files/files.ts'
import { lookUpBeforeJob } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, LockConflictError } from '#src/contract/errors.ts'
import { strictListOf } from '#src/contract/schema.ts'
import { childUri, isInTrash, nameOfUri, parentUri, rootUri, urisOf } from '#src/contract/uri.ts'
import { defineJob } from '#src/jobs/define-job.ts'
import {
  type PlacementRequest,
  PlacementItem,
  targetFolderUriOf,
  withPlacement,
} from '#src/jobs/placement/placement-request.ts'
import {
  toArrivedRows,
  type PlacementNote,
  type PlacementState,
  placementStateDefinition,
} from '#src/jobs/placement/placement-state.ts'
import { hasUncovered, sendUncovering } from '#src/jobs/placement/replaced-files.ts'
import { sendBisecting, withKnownFailures } from '#src/jobs/placement/send-bisecting.ts'
import { plannedStagingFolders } from '#src/jobs/placement/staging-folder.ts'
import { JobItem, type JobContribution } from '#src/jobs/store/job.ts'
import { UndoneElsewhereError } from '#src/jobs/store/jobs.ts'
import {
  findItemById,
  canMeanGoneOrMoved,
  maxRequestsInFlight,
  findInFolder,
  findItemsWithStaleUri,
  maxSingleLookups,
} from '#src/jobs/verification/item-lookup.ts'
import { findOwnUriById } from '#src/jobs/verification/target-folder.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { groupBy } from '#src/lib/group-by.ts'
import { createOperation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { queryKeysStaleAfterDeletion } from './permanent-deletion.ts'
import { deleteCreatedFolders, showPreviouslyReplacedFiles } from './placement-lists.ts'
import { showDeleted, showDeleting } from './trash-list.ts'

/*
 * Takes a restore back: each item goes to the trash again, wherever it is by now, what it had replaced comes back to its
 * place, and the folders that were created for it go. An item and what it replaced are one item of the job, so that
 * one message with one Retry says how far that came.
 */

const TakeBack = v.object({
  items: strictListOf(PlacementItem),
  createdFolders: strictListOf(JobItem),
})
type TakeBack = v.InferOutput<typeof TakeBack>
/** The items as they were in the trash, and where they were restored to. */
type TakeBackInput = TakeBack & { readonly restoredTo?: readonly JobItem[] }

/** What takes back a restore, and those that continued it. */
export function takeBackRestoreInput(
  parts: readonly JobContribution<PlacementItem, PlacementRequest, PlacementState>[],
): TakeBackInput {
  const createdFolders = new Map(parts.flatMap(({ state }) => [...state.createdFolders]))
  const done = parts.flatMap(({ result, state }) =>
    result.done.map((item) => withPlacement(item, { uncovers: state.replaced.get(item.id) })),
  )
  const doneIds = new Set(done.map(({ id }) => id))
  const staged = parts.flatMap(({ input, result }) =>
    input.items
      .filter(({ id }) => result.staged?.has(id) && !doneIds.has(id))
      .map((item) => withPlacement(item, { to: targetFolderUriOf(item) ?? undefined })),
  )
  return {
    items: [...done, ...staged],
    restoredTo: parts.flatMap((part) => toArrivedRows(part.result.done, part)),
    createdFolders: [
      ...createdFolders.values(),
      ...(staged.length > 0 ? parts.flatMap(plannedStagingFolders) : []),
    ],
  }
}

export const takeBackRestore = defineJob<
  PlacementItem,
  TakeBackInput,
  PlacementState,
  PlacementNote
>({
  journal: { name: 'takeBackRestore', version: 2, input: TakeBack },
  operation: ({ items }) => createOperation('trash', items),
  state: placementStateDefinition,
  plan,
  stages: deepestFirst,
  createSender: (context) => (items, signal) =>
    sendUncovering(items, { ...context, signal }, (left) => moveToTrash(left, signal)),
  isDone: async (item, context) => {
    const path =
      !context.state.moved.has(item.id) && (await findItemById(item.id, context.signal))?.path
    if (path === undefined && !item.wish?.uncovers) return 'gone'
    return !(path && !isInTrash(path)) && hasUncovered(item, context)
  },
  findStaleUris: (items, { state, signal }) =>
    findItemsWithStaleUri(
      items.filter(({ id, uri, wish }) => !state.moved.has(id) && !isInTrash(uri) && !wish?.to),
      signal,
    ),
  mayAlreadyBeDone: canMeanGoneOrMoved,
  affectedUris: ({ name, wish }) =>
    [wish?.uncovers?.uri, wish?.to && childUri(wish.to, name)].filter((uri) => uri !== undefined),
  hasManySteps: ({ items }) => items.some(({ wish }) => wish?.uncovers ?? wish?.to),
  patch: (done, { client }) => {
    showDeleting(client, done)
    showPreviouslyReplacedFiles(client, done)
  },
  // The trash cannot give back the names that they have got by the restore or since.
  resultDetails: (_, done) => ({
    newNames: done.filter(({ origin, name }) => origin !== null && nameOfUri(origin) !== name)
      .length,
  }),
  invalidates: () => [
    ...queryKeysStaleAfterDeletion(),
    keys.files.infos(),
    keys.files.allNameHolders(),
  ],
  onSettled: async (ended, { client, input }) => {
    await showDeleted(client, ended)
    await deleteCreatedFolders(client, input.createdFolders)
  },
})

/**
 * Moves items to the trash. One that was left in a staging folder goes to its own folder first, since the trash keeps where
 * an item was deleted; only a lock keeps it from the trash then. Returns those that were refused, each with the reason.
 */
async function moveToTrash(
  items: readonly PlacementItem[],
  signal: AbortSignal,
): Promise<Map<PlacementItem, ApiError>> {
  const failures = new Map<PlacementItem, ApiError>()
  const found: { readonly item: PlacementItem; uri: string }[] = []
  for (const item of items) {
    const to = item.wish?.to
    const uri = to === undefined ? item.uri : await findOwnUriById(item.id, signal)
    if (uri === undefined || isInTrash(uri)) continue
    const each = { item, uri }
    found.push(each)
    if (to === undefined || parentUri(uri) === to) continue
    const move = () => api.transferFiles([uri], to, false, signal)
    const refusal = (await sendBisecting([each], move)).get(each)
    if (refusal instanceof LockConflictError) failures.set(item, refusal)
    else if (!refusal) each.uri = childUri(to, nameOfUri(uri))
  }
  const refused = await withKnownFailures(
    failures,
    sendBisecting(
      found.filter(({ item }) => !failures.has(item)),
      (some) => api.deleteFiles(urisOf(some), false, signal),
    ),
  )
  return new Map([...failures, ...[...refused].map(([{ item }, error]) => [item, error] as const)])
}

/** A stage per depth: an item in a folder goes to the trash before the folder does. */
function deepestFirst(items: readonly PlacementItem[]): { items: PlacementItem[] }[] {
  const depthOf = ({ uri }: PlacementItem): number => uri.split('/').length
  const depths = [...new Set(items.map(depthOf))].sort((one, other) => other - one)
  return depths.map((depth) => ({ items: items.filter((item) => depthOf(item) === depth) }))
}

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
  await forEachConcurrently(byFolder, maxRequestsInFlight, async ([folder, some]) => {
    if (folder === '' || some.length <= maxSingleLookups) return
    for (const [id, { name }] of await findInFolder(folder, some, { send: lookUpBeforeJob }))
      uris.set(id, childUri(folder, name))
  })
  await forEachConcurrently(items, maxRequestsInFlight, async ({ id }) => {
    const uri = uris.get(id) ?? (await lookUpBeforeJob(() => findOwnUriById(id)))
    if (uri !== undefined) uris.set(id, uri)
  })
  return items.flatMap((item) => {
    const uri = uris.get(item.id)
    return uri === undefined ? [] : [{ ...item, uri, name: nameOfUri(uri) }]
  })
}

/** None of the items is outside of the trash: somebody has taken the restore back, or deleted them for good. */
async function whyNothingIsLeft(items: readonly PlacementItem[]): Promise<Error> {
  const meanwhile = { back: 0, gone: 0, inFolders: 0, trashed: 0 }
  await forEachConcurrently(items, maxRequestsInFlight, async ({ id }) => {
    const path = (await lookUpBeforeJob(() => findItemById(id)))?.path
    if (path === undefined) meanwhile.gone++
    else if (parentUri(path) === rootUri('trash')) meanwhile.trashed++
    else meanwhile.inFolders++
  })
  return meanwhile.gone === items.length
    ? new ApiError({ code: ErrorCode.notFound })
    : new UndoneElsewhereError(meanwhile)
}

/** Finds the items. Those whose replaced file is all that is left to restore stay in the list, too. */
async function plan({ restoredTo = [], ...input }: TakeBackInput): Promise<TakeBack> {
  const items = await locate(input.items, restoredTo)
  const found = new Set(items.map(({ id }) => id))
  const rest = input.items.filter((item) => !found.has(item.id) && item.wish?.uncovers)
  if (items.length + rest.length === 0) throw await whyNothingIsLeft(input.items)
  return { ...input, items: [...items, ...rest] }
}
