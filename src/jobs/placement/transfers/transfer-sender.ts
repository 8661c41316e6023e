import * as api from '#src/api/files/files.ts'
import { retryLookup } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, BatchError, hasErrorCode } from '#src/contract/errors.ts'
import { childUri, nameOfUri, parentUri, parseUri } from '#src/contract/uri.ts'
import type { JobStage, SendItems } from '#src/jobs/job-definition.ts'
import { sendBisecting } from '#src/jobs/placement/restore/send-bisecting.ts'
import { findItemAt, findItemById } from '#src/jobs/verification/item-lookup.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { finalNameOf, finalUriOf, nameBeforeMove, newNameOf } from './final-places.ts'
import { renameAndMove } from './rename-and-move.ts'
import { trashExisting } from './replaced-items.ts'
import { createStagedCopier } from './staged-copies.ts'
import type { TransferRequest } from './transfer-request.ts'
import type { Transfer, TransferContext } from './transfer-state.ts'

/*
 * Moves and copies items, some of them under another name or in place of a file. The protocol renames only where an
 * item is (docs/protocol.md §8.1): items to be moved are renamed before or after the move, copies in a staging folder.
 */

/** What has changed before an item is done, which may take long when a lock is met then. */
export type TransferEvents = {
  /** What was in the way of these items is in the trash. */
  readonly onReplaced: (items: readonly FileRow[]) => void
  /** The item has another name or is in another folder. */
  readonly onRelocated: (item: FileRow, uri: string) => void
}

const isNameTaken = (error: unknown): boolean => hasErrorCode(error, ErrorCode.nameTaken)

/** Items that are sent alike; those under another name one at a time. */
export function transferStages(items: readonly FileRow[], transfer: Transfer): JobStage<FileRow>[] {
  const isReplacing = new Set(transfer.input.replacing?.map(({ id }) => id))
  const named = new Set(items.filter((item) => newNameOf(item, transfer) !== undefined))
  return [
    { items: items.filter((item) => !named.has(item) && !isReplacing.has(item.id)) },
    { items: items.filter((item) => !named.has(item) && isReplacing.has(item.id)) },
    { items: [...named], chunkSize: 1 },
  ].filter((stage) => stage.items.length > 0)
}

/**
 * Where the item is: an earlier attempt without an answer may have renamed or moved it. Rejects when somebody else has
 * moved or deleted it.
 */
async function currentUriOf(
  item: FileRow,
  request: TransferRequest,
  signal: AbortSignal,
): Promise<string> {
  const path = (await findItemById(item.id, signal))?.path
  const folder = path === undefined ? undefined : parentUri(path)
  if (path !== undefined && (folder === parentUri(item.uri) || folder === request.folder))
    return path
  throw new ApiError({ code: ErrorCode.staleUri })
}

async function moveUnderNewName(
  item: FileRow,
  context: TransferContext,
  { onRelocated }: TransferEvents,
): Promise<void> {
  const { input: request, note, signal } = context
  let uri = await currentUriOf(item, request, signal)
  const isMoved = () => parentUri(uri) === request.folder
  if (request.renamesFirst) {
    if (!isMoved()) {
      await renameAndMove(item, uri, context, (at) => onRelocated(item, at))
    }
    // Another try of the same item may have moved it under a name of its own.
    else if (nameOfUri(uri) !== finalNameOf(item, context))
      await note({ newName: nameOfUri(uri), id: item.id })
    return
  }
  if (!isMoved()) {
    await api.moveFiles([uri], request.folder, false, signal)
    uri = childUri(request.folder, nameOfUri(uri))
    onRelocated(item, uri)
  }
  const name = finalNameOf(item, context)
  try {
    if (nameOfUri(uri) !== name) await api.renameFile(uri, name)
  } catch (error) {
    if (!isNameTaken(error)) throw error
    await note({ newName: nameOfUri(uri), id: item.id })
  }
}

/**
 * Whether the item at `path` is still in the folder that it was to be moved from, which somebody may have renamed or
 * moved meanwhile.
 */
async function isInItsFolder(
  { uri }: FileRow,
  path: string,
  { origins }: TransferRequest,
): Promise<boolean> {
  const [before, now] = [parentUri(uri), parentUri(path)]
  if (before === now) return true
  if (before === null || now === null || parseUri(path).host === 'trash') return false
  const id = origins?.find(({ folder }) => folder === before)?.id
  // Search results carry no folder id. While a folder still exists at the old parent URI, the item was moved out of it.
  if (id === undefined) return (await retryLookup(() => findItemAt(before))) === undefined
  return (await retryLookup(() => findItemAt(now)))?.id === id
}

/** Gives items that were renamed for a move that failed their names back. A name that the user has given since stays. */
export async function undoRenames(
  items: readonly FileRow[],
  transfer: Transfer,
  { onRelocated }: Pick<TransferEvents, 'onRelocated'>,
): Promise<void> {
  const { input } = transfer
  if (!input.renamesFirst) return
  for (const item of items) {
    if (newNameOf(item, transfer) === undefined) continue
    const path = (await retryLookup(() => findItemById(item.id)))?.path
    if (path === undefined) continue
    const name = nameBeforeMove(item, transfer, nameOfUri(path))
    if (nameOfUri(path) === name || !(await isInItsFolder(item, path, input))) continue
    await api.renameFile(path, name)
    onRelocated(item, childUri(parentUri(path) ?? path, name))
  }
}

/** What sends the items of a move or copy. The items of a request are of one stage. */
export function createTransferSender(
  kind: 'move' | 'copy',
  context: TransferContext,
  events: TransferEvents,
): SendItems<FileRow> {
  const { folder, replacing } = context.input
  const isReplacing = new Set(replacing?.map(({ id }) => id))
  const copyStaged = createStagedCopier(context)
  return async (items, signal) => {
    const [first] = items
    if (!first) return
    if (newNameOf(first, context) !== undefined) {
      if (kind === 'copy') await copyStaged(first, signal)
      else await moveUnderNewName(first, { ...context, signal }, events)
      return
    }
    const send = (some: readonly FileRow[]) => {
      const uris = some.map(({ uri }) => uri)
      return api.moveFiles(uris, folder, kind === 'copy', signal)
    }
    if (!isReplacing.has(first.id)) return send(items)
    const failures = await trashExisting(items, { ...context, signal })
    events.onReplaced(items)
    if (failures.size === 0) return send(items)
    const free = items.filter((item) => !failures.has(item))
    for (const [item, error] of await sendBisecting(free, send)) failures.set(item, error)
    throw new BatchError(
      { code: ErrorCode.batchIncomplete },
      new Map([...failures].map(([{ uri }, error]) => [uri, error])),
    )
  }
}

/**
 * Whether an item has arrived in the target folder, which may have got another name or place since; a file that was there
 * before is another one. `onElsewhere` is called with the URI of an item that is in a third folder.
 */
export async function hasArrived(
  item: FileRow,
  context: TransferContext,
  onElsewhere: (uri: string) => void,
): Promise<boolean> {
  const { input: request, note, signal } = context
  // Items of other users can only be looked for where they were to go.
  if (parseUri(item.uri).host !== 'my')
    return (await findItemAt(finalUriOf(item, context), signal))?.id === item.id
  const path = (await findItemById(item.id, signal))?.path
  const folder = path === undefined ? null : parentUri(path)
  if (path === undefined || folder === null) return false
  const hasFinalName = nameOfUri(path) === finalNameOf(item, context)
  if (folder === request.folder) return hasFinalName
  if (folder === parentUri(item.uri)) return false
  const { folderId } = request
  const isThere =
    hasFinalName && folderId !== undefined && (await findItemAt(folder, signal))?.id === folderId
  if (!isThere) onElsewhere(path)
  // In the trash with the folder around it, it is not to be moved from there.
  else if (parseUri(path).host !== 'trash') void note({ foundAt: path, id: item.id })
  return isThere
}
