import * as api from '#src/api/files/files.ts'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode } from '#src/contract/errors.ts'
import { childUri, isInTrash, isRootUri, nameOfUri, parentUri } from '#src/contract/uri.ts'
import {
  findItemAtUri,
  findItemById,
  findItemsWithStaleUri,
} from '#src/jobs/verification/item-lookup.ts'
import { groupBy } from '#src/lib/group-by.ts'
import {
  type PlacementRequest,
  isKeepingBoth,
  type PlacementItem,
  targetFolderUriOf,
} from './placement-request.ts'
import { finalNameOf, type PlacementContext } from './placement-state.ts'

/* Where items are that are moved, and the folders that they go to. */

/** By id: the items that are to go to a folder whose URI leads elsewhere by now, each with the reason. */
export async function findReplacedTargets(
  items: readonly PlacementItem[],
  signal: AbortSignal,
): Promise<Map<string, Error>> {
  const found = new Map<string, Error>()
  for (const [id, some] of groupBy(items, ({ wish }) => wish?.toId)) {
    const uri = some[0]?.wish?.to
    // A root is always where it is, and has no details.
    if (id === undefined || uri === undefined || isRootUri(uri)) continue
    const error = (await findItemsWithStaleUri([{ id, uri }], signal)).get(id)
    const isReplaced = hasErrorCode(error, ErrorCode.staleUri)
    const reason = isReplaced ? new ApiError({ code: ErrorCode.targetFolderReplaced }) : error
    if (reason) for (const item of some) found.set(item.id, reason)
  }
  return found
}

/**
 * Where an earlier attempt to move the item has left it; undefined when it is in a third folder. `isLost`: it was not
 * found where it should be.
 */
export async function findMovedItem(
  item: PlacementItem,
  isLost: boolean,
  { state, signal }: PlacementContext,
): Promise<string | undefined> {
  const renames = state.renames.get(item.id)
  if (!renames && !isLost) return item.uri
  const folders = [parentUri(item.uri), targetFolderUriOf(item)]
  const path = (await findItemById(item.id, signal))?.path
  return path !== undefined && folders.includes(parentUri(path)) ? path : undefined
}

/**
 * Whether an item has arrived in the target folder, which may have got another name or place since; a file that was there
 * before is another one. `onElsewhere` is called with the URI of an item that is in a third folder.
 */
export async function hasItemArrived(
  item: PlacementItem,
  context: PlacementContext,
  onElsewhere: (uri: string) => void,
): Promise<boolean> {
  const { note, signal } = context
  const path = (await findItemById(item.id, signal))?.path
  const folder = path === undefined ? null : parentUri(path)
  if (path === undefined || folder === null) return false
  const hasFinalName = nameOfUri(path) === finalNameOf(item, context)
  if (folder === targetFolderUriOf(item)) return hasFinalName
  if (folder === parentUri(item.uri)) return false
  const toId = item.wish?.toId
  // The service tells nothing of a root, which is no target folder with another URI.
  const isThere =
    hasFinalName &&
    toId !== undefined &&
    !isRootUri(folder) &&
    (await findItemAtUri(folder, signal))?.id === toId
  if (!isThere) onElsewhere(path)
  // In the trash with the folder around it, it is not to be moved from there.
  else if (!isInTrash(path)) void note({ foundAt: path, id: item.id })
  return isThere
}

/**
 * Whether the item at `path` is still in the folder that it was to be moved from, which somebody may have renamed or
 * moved meanwhile.
 */
async function isInItsFolder(
  { uri }: PlacementItem,
  path: string,
  { origins }: PlacementRequest,
): Promise<boolean> {
  const [before, now] = [parentUri(uri), parentUri(path)]
  if (before === now) return true
  if (before === null || now === null || isInTrash(path) || isRootUri(now)) return false
  const id = origins?.find(({ folder }) => folder === before)?.id
  // Search results carry no folder id. While a folder still exists at the old parent URI, the item was moved out of it.
  if (id === undefined) return (await findItemAtUri(before)) === undefined
  return (await findItemAtUri(now))?.id === id
}

/** Gives an item that was renamed for a move that failed its name back. A name that the user has given since stays. */
export async function undoRename(
  item: PlacementItem,
  { input, state, note }: PlacementContext,
  onRelocated: (item: PlacementItem, uri: string) => void,
): Promise<void> {
  const renames = state.renames.get(item.id)
  if (!renames || !isKeepingBoth(item) || isInTrash(item.uri)) return
  let isSent = false
  await lookUpWithRetry(async () => {
    const path = (await findItemById(item.id))?.path
    if (path === undefined) return
    const name = renames.reduceRight(
      (current, { from, to }) => (current === to ? from : current),
      nameOfUri(path),
    )
    if (nameOfUri(path) !== name) {
      if (!(await isInItsFolder(item, path, input))) return
      isSent = true
      await api.renameFile(path, name)
    }
    if (isSent) onRelocated(item, childUri(parentUri(path) ?? path, name))
    await note({ renames: [{ id: item.id, from: nameOfUri(path), to: name }] })
  })
}
