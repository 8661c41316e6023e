import * as api from '#src/api/files/files.ts'
import { retryLookup } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, BatchError, hasErrorCode } from '#src/contract/errors.ts'
import { childUri, nameOfUri, parentUri, parseUri } from '#src/contract/uri.ts'
import type { JobStage, SendItems } from '#src/jobs/job-definition.ts'
import { bring } from '#src/jobs/placement/bring.ts'
import { makeRoom } from '#src/jobs/placement/make-room.ts'
import type { Placement } from '#src/jobs/placement/placement-state.ts'
import { sendBisecting } from '#src/jobs/placement/send-bisecting.ts'
import {
  groupByTarget,
  isKeepingBoth,
  isReplacing,
  type PlacedItem,
} from '#src/jobs/placement/wish.ts'
import { findItemAt, findItemById } from '#src/jobs/verification/item-lookup.ts'
import { finalNameOf, finalUriOf, folderOf, nameBeforeMove, newNameOf } from './final-places.ts'
import { renameAndMove } from './rename-and-move.ts'
import { createStagedCopier } from './staged-copies.ts'
import type { TransferContext, TransferRequest } from './transfer-request.ts'

/*
 * Moves and copies items, some of them under another name or in place of a file. The protocol renames only where an
 * item is (docs/protocol.md §8.1): items to be moved are renamed before or after the move, copies in a staging folder.
 */

/** What has changed before an item is done, which may take long when a lock is met then. */
export type TransferEvents = {
  /** What was in the way of these items is in the trash. */
  readonly onReplaced: (items: readonly PlacedItem[]) => void
  /** The item has another name or is in another folder. */
  readonly onRelocated: (item: PlacedItem, uri: string) => void
  /** Brings back what these items had replaced. Returns the items of which it stays in the trash, each with the reason. */
  readonly uncover: (
    items: readonly PlacedItem[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<PlacedItem, ApiError>>
}

const isNameTaken = (error: unknown): boolean => hasErrorCode(error, ErrorCode.nameTaken)

/** Items that are sent alike; those under another name one at a time. */
export function transferStages(
  items: readonly PlacedItem[],
  transfer: Placement,
): JobStage<PlacedItem>[] {
  const isNamed = (item: PlacedItem) => newNameOf(item, transfer) !== undefined
  return [...groupByTarget(items).values()]
    .flatMap((some): JobStage<PlacedItem>[] => [
      { items: some.filter((item) => !isNamed(item) && !isReplacing(item)) },
      { items: some.filter((item) => !isNamed(item) && isReplacing(item)) },
      { items: some.filter(isNamed), chunkSize: 1 },
    ])
    .filter((stage) => stage.items.length > 0)
}

/**
 * Where the item is: an earlier attempt without an answer may have renamed or moved it. Rejects when somebody else has
 * moved or deleted it.
 */
async function currentUriOf(item: PlacedItem, signal: AbortSignal): Promise<string> {
  const path = (await findItemById(item.id, signal))?.path
  const folder = path === undefined ? undefined : parentUri(path)
  if (path !== undefined && (folder === parentUri(item.uri) || folder === folderOf(item)))
    return path
  throw new ApiError({ code: ErrorCode.staleUri })
}

async function moveUnderNewName(
  item: PlacedItem,
  context: TransferContext,
  { onRelocated }: TransferEvents,
): Promise<void> {
  const { note, signal } = context
  let uri = await currentUriOf(item, signal)
  const isMoved = () => parentUri(uri) === folderOf(item)
  // Its own name is taken in the target folder.
  if (isKeepingBoth(item)) {
    if (!isMoved()) {
      await renameAndMove(item, uri, context, (at) => onRelocated(item, at))
    }
    // Another try of the same item may have moved it under a name of its own.
    else if (nameOfUri(uri) !== finalNameOf(item, context))
      await note({ newName: nameOfUri(uri), id: item.id })
    return
  }
  if (!isMoved()) {
    await api.moveFiles([uri], folderOf(item), false, signal)
    uri = childUri(folderOf(item), nameOfUri(uri))
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
  { uri }: PlacedItem,
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
  items: readonly PlacedItem[],
  transfer: Pick<TransferContext, 'input' | 'state'>,
  { onRelocated }: Pick<TransferEvents, 'onRelocated'>,
): Promise<void> {
  const { input } = transfer
  for (const item of items) {
    if (!isKeepingBoth(item)) continue
    const path = (await retryLookup(() => findItemById(item.id)))?.path
    if (path === undefined) continue
    const name = nameBeforeMove(item, transfer, nameOfUri(path))
    if (nameOfUri(path) === name || !(await isInItsFolder(item, path, input))) continue
    await api.renameFile(path, name)
    onRelocated(item, childUri(parentUri(path) ?? path, name))
  }
}

const incomplete = (failures: ReadonlyMap<PlacedItem, ApiError>): BatchError =>
  new BatchError(
    { code: ErrorCode.batchIncomplete },
    new Map(Array.from(failures, ([{ uri }, error]) => [uri, error])),
  )

/** What sends the items of a move or copy. The items of a request are of one stage. */
export function createTransferSender(
  kind: 'move' | 'copy',
  context: TransferContext,
  events: TransferEvents,
): SendItems<PlacedItem> {
  const copyStaged = createStagedCopier(context)
  const { state, note } = context

  const send: SendItems<PlacedItem> = async (items, signal) => {
    const [first] = items
    if (!first) return
    if (newNameOf(first, context) !== undefined) {
      if (kind === 'copy') await copyStaged(first, signal)
      else await moveUnderNewName(first, { ...context, signal }, events)
      return
    }
    const sendDirectly = (some: readonly PlacedItem[]) =>
      bring(some, { isCopy: kind === 'copy', signal })
    if (!isReplacing(first)) return sendDirectly(items)
    const failures = await makeRoom(items, { ...context, signal })
    events.onReplaced(items)
    if (failures.size === 0) return sendDirectly(items)
    const free = items.filter((item) => !failures.has(item))
    for (const [item, error] of await sendBisecting(free, sendDirectly)) failures.set(item, error)
    throw incomplete(failures)
  }

  /** Items that leave the places of others, which come back to them then: each is done when both are where they were. */
  const sendUncovering: SendItems<PlacedItem> = async (items, signal) => {
    const left = items.filter(({ id }) => !state.moved.has(id))
    const failures = await sendBisecting(left, (some) => send(some, signal))
    const moved = items.filter((item) => !failures.has(item))
    await note({ moved: moved.map(({ id }) => id) })
    for (const [item, error] of await events.uncover(moved, signal)) failures.set(item, error)
    if (failures.size > 0) throw incomplete(failures)
  }
  return (items, signal) =>
    items.some(({ wish }) => wish?.uncovers) ? sendUncovering(items, signal) : send(items, signal)
}

/**
 * Whether an item has arrived in the target folder, which may have got another name or place since; a file that was there
 * before is another one. `onElsewhere` is called with the URI of an item that is in a third folder.
 */
export async function hasArrived(
  item: PlacedItem,
  context: TransferContext,
  onElsewhere: (uri: string) => void,
): Promise<boolean> {
  const { note, signal } = context
  // Items of other users can only be looked for where they were to go.
  if (parseUri(item.uri).host !== 'my')
    return (await findItemAt(finalUriOf(item, context), signal))?.id === item.id
  const path = (await findItemById(item.id, signal))?.path
  const folder = path === undefined ? null : parentUri(path)
  if (path === undefined || folder === null) return false
  const hasFinalName = nameOfUri(path) === finalNameOf(item, context)
  if (folder === folderOf(item)) return hasFinalName
  if (folder === parentUri(item.uri)) return false
  const toId = item.wish?.toId
  const isThere =
    hasFinalName && toId !== undefined && (await findItemAt(folder, signal))?.id === toId
  if (!isThere) onElsewhere(path)
  // In the trash with the folder around it, it is not to be moved from there.
  else if (parseUri(path).host !== 'trash') void note({ foundAt: path, id: item.id })
  return isThere
}
