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
import { markTrashStale } from '#src/features/trash/trash-list.ts'
import { restoreFromTrash } from '#src/features/trash/trash-writes.ts'
import type { RecordEffect } from '#src/jobs/batches/batch-definition.ts'
import type { BatchResult } from '#src/jobs/batches/batch.ts'
import { defineBatch, type ContinuedBatch } from '#src/jobs/define-batch.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { planTransfer } from '#src/jobs/placement/transfers/plan-transfer.ts'
import { replacedBy } from '#src/jobs/placement/transfers/replaced-items.ts'
import { removeStagedCopies } from '#src/jobs/placement/transfers/staged-copies.ts'
import { readTransferEffects } from '#src/jobs/placement/transfers/transfer-effects.ts'
import {
  finalNameOf,
  finalUriOf,
  newNameOf,
  TransferRequest,
} from '#src/jobs/placement/transfers/transfer-request.ts'
import {
  createTransferSender,
  hasArrived,
  transferStages,
  undoRenames,
} from '#src/jobs/placement/transfers/transfer-sender.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { findItemAt, isGoneOrMoved } from '#src/jobs/verification/item-lookup.ts'
import { findItemsWithStaleUri } from '#src/jobs/verification/stale-uris.ts'
import { uniqueTimestampName } from '#src/lib/names/free-name.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { parseTime } from '#src/lib/time.ts'
import { keys } from '#src/lists/keys.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { restoreReplacedAfterTransfer } from './replaced-files.ts'

/* Moves and copies of items to a folder. */

/** Name of a folder: empty for the root of the user's own files, undefined for the root of a share. */
function nameOf(folder: string): string | undefined {
  const { host, segments } = parseUri(folder)
  return segments.at(-1) ?? (host === 'my' ? '' : undefined)
}

/** Clocks of the service and the browser may differ by this much, in ms. */
const clockToleranceMs = 60_000

/** Rows of items that have been moved. */
const movedRows = (items: readonly FileRow[], request: TransferRequest): FileRow[] =>
  items.map((row) => ({
    ...row,
    name: finalNameOf(row, request),
    uri: finalUriOf(row, request),
  }))

/** Moves items back to where they were, under the names that they had: one batch per folder. */
function moveBack(client: QueryClient, done: readonly FileRow[], request: TransferRequest): void {
  const moves = Array.from(rowsByFolder(done), ([origin, rows]) => {
    const names = rows.flatMap((row) =>
      finalNameOf(row, request) === row.name ? [] : [{ id: row.id, name: row.name }],
    )
    return startMutation(client, move({ isUndo: true }), {
      items: movedRows(rows, request),
      folder: origin,
      folderId: request.origins?.find(({ folder }) => folder === origin)?.id,
      ...(names.length > 0 && { names }),
    })
  })
  // A batch rejects only when the session ends; everything else it reports itself.
  const settled = Promise.allSettled(moves)
  const replaced = replacedBy(done, request)
  if (replaced.length === 0) return
  settled
    .then(() => restoreFromTrash(client, replaced))
    .catch((error: Error) => {
      if (error instanceof SessionEndedError) return
      const operation = describeOperation('restore', replaced)
      showToast({ kind: 'failed', error, failureContext: { kind: 'notDone', operation } })
    })
}

const clients = new WeakMap<TransferRequest, QueryClient>()

const transfer = (kind: 'move' | 'copy') => ({
  journal: { kind, variables: TransferRequest },
  operation: ({ items, folder }: TransferRequest) => ({
    ...describeOperation(kind, withoutNestedItems(items)),
    to: nameOf(folder),
  }),
  items: ({ items }: TransferRequest) => withoutNestedItems(items),
  stages: transferStages,
  createSender: (request: TransferRequest, recordEffect: RecordEffect) =>
    createTransferSender(kind, request, recordEffect, {
      onReplaced: (items) => {
        const client = clients.get(request)
        if (!client) return
        removeFromFolders(client, replacedBy(items, request))
        markTrashStale(client)
      },
      onRelocated: (item, uri) => {
        const client = clients.get(request)
        if (client) showMovedItem(client, item, uri)
      },
    }),
  onStart: (client: QueryClient, request: TransferRequest) => void clients.set(request, client),
  readEffects: readTransferEffects,
  isTargetReplaced: async ({ folder, folderId }: TransferRequest, signal: AbortSignal) =>
    folderId !== undefined && (await findItemAt(folder, signal))?.id !== folderId,
  hasManySteps: ({ names, replacing }: TransferRequest) => Boolean(names ?? replacing),
  requiredUris: ({ folder }: TransferRequest) => [folder],
  affectedUris: (item: FileRow, request: TransferRequest) => [finalUriOf(item, request)],
  shouldBisect: (error: ApiError) => hasErrorCode(error, ErrorCode.nameTaken, ErrorCode.conflict),
  destinations: (done: readonly FileRow[], request: TransferRequest, client: QueryClient) =>
    isFolderShown(client, request.folder) ? [] : movedRows(done, request),
  retry: (client: QueryClient, request: TransferRequest, source: ContinuedBatch) =>
    void retry(client, kind, request, source),
  invalidates: () => [keys.files.infos(), keys.users.capacity(), keys.links.list()],
})

/** Puts right what belongs to items that did not arrive, and shows where files are that were in the way of others. */
async function cleanUp(
  kind: 'move' | 'copy',
  client: QueryClient,
  request: TransferRequest,
  done: readonly FileRow[],
): Promise<void> {
  const doneIds = new Set(done.map(({ id }) => id))
  const others = request.items.filter(({ id }) => !doneIds.has(id))
  const changed = new Set<string>()
  try {
    if (kind === 'copy') {
      const folders = await removeStagedCopies(others, request)
      for (const { uri } of folders) changed.add(parentUri(uri) ?? '')
      // Somebody may have moved one of them to where its row would stay until the list is read again.
      removeFromFolders(
        client,
        folders.filter(({ isGone }) => isGone),
      )
    } else {
      await undoRenames(others, request, {
        onRelocated: (item, uri) => showMovedItem(client, item, uri),
      })
    }
  } finally {
    await restoreReplacedAfterTransfer(client, request, done)
    if (request.replacing || request.names) changed.add(request.folder)
    // Creating the folder in which copies are renamed creates those above it again when they were deleted meanwhile.
    if (kind === 'copy' && request.names) changed.add(parentUri(request.folder) ?? '')
    for (const folder of changed) reloadFolder(client, folder)
  }
}

export const move = defineBatch<FileRow, TransferRequest>({
  ...transfer('move'),
  isDone: (item, request, signal) =>
    hasArrived(item, request, signal, (uri) => {
      const client = clients.get(request)
      // What a write has confirmed since is newer.
      if (client && isShownInFolder(client, item)) showMovedItem(client, item, uri)
    }),
  // Those that are renamed as well may have their new name already: they are looked up by id before each attempt.
  findStaleUris: (items, request, signal) =>
    findItemsWithStaleUri(
      items.filter((item) => newNameOf(item, request) === undefined),
      signal,
    ),
  mayAlreadyBeDone: isGoneOrMoved,
  patch: (client, done, request) => {
    removeFromFolders(client, [...done, ...replacedBy(done, request)])
    for (const [folder, rows] of rowsByFolder(movedRows(done, request)))
      addToFolder(client, folder, rows)
  },
  undo: (client, done, request) => async () => moveBack(client, done, request),
  onPartlyDone: reloadSearches,
  onSettled: async (client, request, { done }) => {
    reloadSearches(client)
    await cleanUp('move', client, request, done)
  },
  onDiscard: (...batch) => cleanUp('move', ...batch),
})

export const copy = defineBatch<FileRow, TransferRequest>({
  ...transfer('copy'),
  // A copy has an id of its own; an item that is older than the batch is not its copy.
  isDone: async (item, request, signal, startedAt) => {
    const found = await findItemAt(finalUriOf(item, request), signal)
    if (replacedBy([item], request).some(({ id }) => id === found?.id)) return false
    return (parseTime(found?.created_at) ?? 0) >= startedAt - clockToleranceMs
  },
  findStaleUris: (items, _, signal) => findItemsWithStaleUri(items, signal),
  onPartlyDone: (client, { folder }) => {
    reloadSearches(client)
    reloadFolder(client, folder)
  },
  onSettled: async (client, request, { done }) => {
    reloadSearches(client)
    await cleanUp('copy', client, request, done)
    reloadFolder(client, request.folder)
  },
  onDiscard: (...batch) => cleanUp('copy', ...batch),
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

/** What cannot be found out now is refused by the service. Rejects only when the session ends. */
const planOrRequest: typeof planTransfer = (kind, request, listed) =>
  planTransfer(kind, request, listed).catch((error: unknown) => {
    if (error instanceof SessionEndedError) throw error
    return request
  })

/** Asks again about names that are taken, and sends what is left of a batch. */
async function retry(
  client: QueryClient,
  kind: 'move' | 'copy',
  request: TransferRequest,
  source: ContinuedBatch,
): Promise<void> {
  // Asks the service: the loaded list does not have the item that is in the way.
  const planned = await planOrRequest(kind, request, undefined).catch(() => undefined)
  const options = kind === 'move' ? move(source) : copy(source)
  // The batch shows its own failures.
  if (planned) startMutation(client, options, planned).catch(() => undefined)
}

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
): Promise<BatchResult | undefined> {
  const stagingFolderName = copyFolderName(uniqueTimestampName(new Date()))
  const target = await transferTarget(client, wanted.folder)
  if (!target) return undefined
  const { uri: folder, id: folderId } = target
  const { items } = wanted
  const origins = originsOf(client, items)
  const place = { folder, folderId, origins, stagingFolderName }
  const request = await planOrRequest(kind, { items, ...place }, listedRows(client, folder))
  if (!request) return undefined
  const result = await startMutation(client, kind === 'move' ? move() : copy(), request)
  const doneIds = new Set(result.done.map(({ id }) => id))
  return {
    ...result,
    done: movedRows(
      request.items.filter(({ id }) => doneIds.has(id)),
      request,
    ),
  }
}
