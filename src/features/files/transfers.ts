import type { QueryClient } from '@tanstack/react-query'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { type ApiError, hasErrorCode, SessionEndedError } from '#src/contract/errors.ts'
import { parentUri, parseUri, withoutNestedItems } from '#src/contract/uri.ts'
import {
  addToFolder,
  folderLists,
  isFolderShown,
  isShownInFolder,
  reloadFolder,
  reloadSearches,
  removeFromFolders,
  rowsByFolder,
  showMovedItem,
} from '#src/features/file-lists/file-cache.ts'
import { transferTarget } from '#src/features/file-lists/write-target.ts'
import { markTrashStale, removeFromTrash } from '#src/features/trash/trash-list.ts'
import { uncover } from '#src/features/trash/uncover.ts'
import { defineJob, startOf } from '#src/jobs/define-job.ts'
import type { JobStart } from '#src/jobs/job-definition.ts'
import { replacedBy } from '#src/jobs/placement/make-room.ts'
import {
  type PlacementNote,
  type PlacementState,
  type Placement,
  placementState,
} from '#src/jobs/placement/placement-state.ts'
import {
  finalNameOf,
  finalUriOf,
  folderOf,
  newNameOf,
} from '#src/jobs/placement/transfers/final-places.ts'
import { planTransfer } from '#src/jobs/placement/transfers/plan-transfer.ts'
import { removeStagedCopies } from '#src/jobs/placement/transfers/staged-copies.ts'
import {
  readTransferRequest1,
  type TransferContext,
  TransferRequest,
} from '#src/jobs/placement/transfers/transfer-request.ts'
import {
  createTransferSender,
  hasArrived,
  transferStages,
  undoRenames,
} from '#src/jobs/placement/transfers/transfer-sender.ts'
import { groupByTarget, type PlacedItem, withoutWish, withWish } from '#src/jobs/placement/wish.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { JobPart, JobResult } from '#src/jobs/store/job.ts'
import { findItemAt, findItemById, isGoneOrMoved } from '#src/jobs/verification/item-lookup.ts'
import { findItemsWithStaleUri } from '#src/jobs/verification/stale-uris.ts'
import { uniqueTimestampName } from '#src/lib/names/free-name.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { parseTime } from '#src/lib/time.ts'
import { keys } from '#src/lists/keys.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { restoreReplacedAfterTransfer } from './replaced-files.ts'

/** Name of a folder: empty for the root of the user's own files, undefined for the root of a share. */
function nameOf(folder: string): string | undefined {
  const { host, segments } = parseUri(folder)
  return segments.at(-1) ?? (host === 'my' ? '' : undefined)
}

/** Clocks of the service and the browser may differ by this much, in ms. */
const clockToleranceMs = 60_000

/** Rows of items that have been moved. */
const movedRows = (items: readonly PlacedItem[], placement: Placement): FileRow[] =>
  items.map((item) => ({
    ...withoutWish(item),
    name: finalNameOf(item, placement),
    uri: finalUriOf(item, placement),
  }))

const foldersOf = (items: readonly PlacedItem[]): string[] => [...new Set(items.map(folderOf))]

/** Moves items back to where they were, under the names that they had, with the files that they had replaced. */
function moveBack(
  parts: readonly JobPart<PlacedItem, TransferRequest, PlacementState>[],
): JobStart {
  const items = parts.flatMap((part) =>
    part.done.map((item) => {
      const to = parentUri(item.uri) ?? ''
      const [row = item] = movedRows([item], part)
      return withWish(row, {
        to,
        toId: part.input.origins?.find(({ folder }) => folder === to)?.id,
        name: row.name === item.name ? undefined : item.name,
        uncovers: replacedBy([item], part)[0],
      })
    }),
  )
  return startOf(move, { items })
}

/** The ids of the items whose target folder is not where it was. */
async function findReplacedTargets(
  items: readonly PlacedItem[],
  { signal }: TransferContext,
): Promise<Set<string>> {
  const replaced = new Set<string>()
  for (const some of groupByTarget(items).values()) {
    const [first] = some
    const toId = first?.wish?.toId
    if (!first || toId === undefined) continue
    if ((await findItemAt(folderOf(first), signal))?.id === toId) continue
    for (const { id } of some) replaced.add(id)
  }
  return replaced
}

const transfer = (kind: 'move' | 'copy') => ({
  journal: { name: kind, version: 2, input: TransferRequest, read: readTransferRequest1 },
  operation: ({ items }: TransferRequest) => {
    const [folder, ...others] = foldersOf(items)
    return {
      ...describeOperation(kind, withoutNestedItems(items)),
      ...(folder !== undefined && others.length === 0 && { to: nameOf(folder) }),
    }
  },
  items: ({ items }: TransferRequest) => withoutNestedItems(items),
  state: placementState,
  stages: transferStages,
  createSender: (context: TransferContext) =>
    createTransferSender(kind, context, {
      onReplaced: (items) => {
        removeFromFolders(context.client, replacedBy(items, context))
        markTrashStale(context.client)
      },
      onRelocated: (item, uri) => showMovedItem(context.client, item, uri),
      uncover,
    }),
  findReplacedTargets,
  hasManySteps: ({ items }: TransferRequest) =>
    items.some(({ wish }) => wish?.onClash ?? wish?.name ?? wish?.uncovers),
  targetOf: folderOf,
  affectedUris: (item: PlacedItem, context: TransferContext) => [
    finalUriOf(item, context),
    ...(item.wish?.uncovers ? [item.wish.uncovers.uri] : []),
  ],
  shouldBisect: (error: ApiError) => hasErrorCode(error, ErrorCode.nameTaken, ErrorCode.conflict),
  destinations: (done: readonly PlacedItem[], context: TransferContext) =>
    movedRows(
      done.filter((item) => !isFolderShown(context.client, folderOf(item))),
      context,
    ),
  // Asks again about names that are taken. The service is asked which they are, since the loaded list does not have the
  // item in the way.
  again: (input: TransferRequest) => planOrRequest(kind, input, () => undefined),
  invalidates: () => [keys.files.infos(), keys.users.capacity(), keys.links.list()],
})

/** Puts right what belongs to items that did not arrive, and shows where files are that were in the way of others. */
async function cleanUp(
  kind: 'move' | 'copy',
  done: readonly PlacedItem[],
  context: TransferContext,
): Promise<void> {
  const { client, input } = context
  const doneIds = new Set(done.map(({ id }) => id))
  const others = input.items.filter(({ id }) => !doneIds.has(id))
  const changed = new Set<string>()
  try {
    if (kind === 'copy') {
      const folders = await removeStagedCopies(others, context)
      for (const { uri } of folders) changed.add(parentUri(uri) ?? '')
      // Somebody may have moved an item to a folder in which its row would stay until the list is read again.
      removeFromFolders(
        client,
        folders.filter(({ isGone }) => isGone),
      )
    } else {
      await undoRenames(others, context, {
        onRelocated: (item, uri) => showMovedItem(client, item, uri),
      })
    }
  } finally {
    await restoreReplacedAfterTransfer(done, context)
    for (const folder of foldersOf(input.items.filter(({ wish }) => wish?.onClash ?? wish?.name))) {
      changed.add(folder)
      // Creating the folder in which copies are renamed creates those above it again when they were deleted meanwhile.
      if (kind === 'copy') changed.add(parentUri(folder) ?? '')
    }
    for (const folder of changed) reloadFolder(client, folder)
  }
}

export const move = defineJob<PlacedItem, TransferRequest, PlacementState, PlacementNote>({
  ...transfer('move'),
  isDone: async (item, context) => {
    const isThere = await hasArrived(item, context, (uri) => {
      // A row that a write has confirmed since is newer.
      if (isShownInFolder(context.client, item)) showMovedItem(context.client, item, uri)
    })
    const uncovers = item.wish?.uncovers
    if (!isThere || !uncovers) return isThere
    await context.note({ moved: [item.id] })
    const path = (await findItemById(uncovers.id, context.signal))?.path
    return path === undefined || parseUri(path).host !== 'trash'
  },
  // Items that are renamed as well may have their new name already: they are looked up by id before each attempt.
  findStaleUris: (items, context) =>
    findItemsWithStaleUri(
      items.filter(
        (item) => newNameOf(item, context) === undefined && !context.state.moved.has(item.id),
      ),
      context.signal,
    ),
  mayAlreadyBeDone: isGoneOrMoved,
  patch: (done, context) => {
    const { client } = context
    removeFromFolders(client, [...done, ...replacedBy(done, context)])
    for (const [folder, rows] of rowsByFolder(movedRows(done, context)))
      addToFolder(client, folder, rows)
    const back = done.flatMap(({ wish }) => wish?.uncovers ?? [])
    removeFromTrash(client, back)
    for (const folder of new Set(back.map(({ uri }) => parentUri(uri) ?? '')))
      reloadFolder(client, folder)
  },
  undo: moveBack,
  onPartlyDone: ({ client }) => reloadSearches(client),
  onSettled: async ({ done }, context) => {
    reloadSearches(context.client)
    await cleanUp('move', done, context)
  },
  onDiscard: (...part) => cleanUp('move', ...part),
})

export const copy = defineJob<PlacedItem, TransferRequest, PlacementState, PlacementNote>({
  ...transfer('copy'),
  // A copy has an id of its own; an item that is older than the job is not its copy.
  isDone: async (item, context) => {
    const found = await findItemAt(finalUriOf(item, context), context.signal)
    if (replacedBy([item], context).some(({ id }) => id === found?.id)) return false
    return (parseTime(found?.created_at) ?? 0) >= context.startedAt - clockToleranceMs
  },
  findStaleUris: (items, { signal }) => findItemsWithStaleUri(items, signal),
  onPartlyDone: ({ client, input }) => {
    reloadSearches(client)
    for (const folder of foldersOf(input.items)) reloadFolder(client, folder)
  },
  onSettled: async ({ done }, context) => {
    reloadSearches(context.client)
    await cleanUp('copy', done, context)
    for (const folder of foldersOf(context.input.items)) reloadFolder(context.client, folder)
  },
  onDiscard: (...part) => cleanUp('copy', ...part),
})

/** The rows of a folder whose list is loaded completely. */
function listedRows(client: QueryClient, folder: string): FileRow[] | undefined {
  const list = folderLists(client).find(({ uri }) => uri === folder)?.list
  if (list?.loadState.at !== 'complete') return undefined
  return Array.from(list.order, (rowIndex) => list.at(rowIndex)).filter((row) => row !== undefined)
}

/** The ids of the folders that these items are in, where they are known. The root is always the same one. */
function originsOf(client: QueryClient, items: readonly FileRow[]) {
  const folders = new Set(items.flatMap(({ uri }) => parentUri(uri) ?? []))
  return folderLists(client).flatMap(({ uri, list }) => {
    const id = list.head?.self?.id
    return id !== undefined && folders.has(uri) && parentUri(uri) !== null
      ? [{ folder: uri, id }]
      : []
  })
}

/** Without a plan, the service refuses what cannot be done. Rejects only when the session ends. */
const planOrRequest: typeof planTransfer = (kind, request, listedIn) =>
  planTransfer(kind, request, listedIn).catch((error: unknown) => {
    if (error instanceof SessionEndedError) throw error
    return request
  })

/**
 * Moves or copies items to a folder; asks first when names are taken there. `copyFolderName` names the folder in which
 * copies get other names. Resolves to what became of them, under the names that they have there, undefined when the user
 * cancels.
 */
export async function transferItems(
  client: QueryClient,
  kind: 'move' | 'copy',
  wanted: { readonly items: readonly FileRow[]; readonly folder: string },
  copyFolderName: (time: string) => string,
): Promise<JobResult | undefined> {
  const stagingFolderName = copyFolderName(uniqueTimestampName(new Date()))
  const target = await transferTarget(client, wanted.folder)
  if (!target) return undefined
  const { uri: to, id: toId } = target
  const items = wanted.items.map((row) => withWish(row, { to, toId }))
  const wish = { items, origins: originsOf(client, items), stagingFolderName }
  const request = await planOrRequest(kind, wish, (folder) => listedRows(client, folder))
  if (!request) return undefined
  const write = kind === 'move' ? move : copy
  const result = await startMutation(client, write(), request)
  const part = write.partOf(result)
  return { ...result, done: part ? movedRows(part.done, part) : [] }
}
