import * as api from '#src/api/files/files.ts'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { isRefusal } from '#src/api/transient-errors.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, isNotFound, SessionEndedError } from '#src/contract/errors.ts'
import { isInTrash, rootUri, urisOf } from '#src/contract/uri.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import {
  findNameHolders,
  findItemById,
  maxRequestsInFlight,
  findInFolder,
  maxSingleLookups,
} from '#src/jobs/verification/item-lookup.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { groupBy } from '#src/lib/group-by.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { type PlacementItem, targetFolderUriOf, targetUriOf } from './placement-request.ts'
import type { WithPlacementState, PlacementContext } from './placement-state.ts'
import { sendBisecting, toBatchError, withKnownFailures } from './send-bisecting.ts'

/*
 * Files whose place other items take. They go to the trash first, and come back where the item does not arrive. Folders
 * are never replaced.
 */

export const filesReplacedBy = (
  items: readonly { readonly id: string }[],
  { state }: WithPlacementState,
): JobItem[] => items.flatMap(({ id }) => state.replaced.get(id) ?? [])

async function findExisting(
  items: readonly PlacementItem[],
  signal: AbortSignal,
): Promise<Map<PlacementItem, FileRow>> {
  const existing = new Map<PlacementItem, FileRow>()
  for (const [folder, some] of groupBy(items, targetFolderUriOf)) {
    if (folder === null) continue
    try {
      const holders = await findNameHolders(folder, some, { signal })
      for (const item of some) {
        const found = holders.get(item.name)
        if (found) existing.set(item, found)
      }
    } catch (error) {
      // What brings the items there says that the folder is missing.
      if (!isNotFound(error)) throw error
    }
  }
  return existing
}

/**
 * Moves the files that are in the way of these items to the trash. Returns the items of which the file stays, each with
 * the reason.
 */
export async function trashFilesInTheWay<Item extends PlacementItem>(
  items: readonly Item[],
  { note, signal }: PlacementContext,
): Promise<Map<Item, ApiError>> {
  const failures = new Map<Item, ApiError>()
  const inTheWay: (JobItem & { readonly item: Item })[] = []
  const existing = await findExisting(items, signal)
  for (const item of items) {
    const found = existing.get(item)
    const uri = targetUriOf(item)
    if (!found || uri === null || found.id === item.id) continue
    // The user may have been asked about another file.
    const isOther = (item.wish?.existingId ?? found.id) !== found.id
    if (isOther || item.isFolder || found.isFolder) {
      failures.set(item, new ApiError({ code: ErrorCode.nameTaken }))
      continue
    }
    await note({ replaced: { ...found, uri }, takenBy: item.id })
    inTheWay.push({ id: found.id, uri, name: found.name, item })
  }
  const staying = await withKnownFailures(
    failures,
    sendBisecting(inTheWay, (some) => api.deleteFiles(urisOf(some), false, signal)),
  )
  for (const [{ item }, error] of staying) {
    // Somebody else has deleted the file, so an undo must leave it in the trash.
    if (isRefusal(error)) await note({ notReplacedBy: item.id })
    // Nothing is in the way any more. Where the folder itself is gone, what brings the item there says so.
    if (!isNotFound(error)) failures.set(item, error)
  }
  return failures
}

/**
 * Restores files that are in the trash. Returns where each was, undefined for one that is gone for good, and those that the
 * service did not restore, each with the reason.
 */
async function restoreFromTrash<File extends JobItem>(
  files: readonly File[],
  signal?: AbortSignal,
): Promise<{ paths: Map<File, string | undefined>; refused: Map<File, ApiError> }> {
  const send = <T>(lookUp: () => Promise<T>) => lookUpWithRetry(lookUp, signal)
  const isListed = files.length > maxSingleLookups
  const inTrash = isListed
    ? await findInFolder(rootUri('trash'), files, { send, signal })
    : undefined
  const paths = new Map<File, string | undefined>()
  await forEachConcurrently(files, maxRequestsInFlight, async (file) => {
    const found = inTrash?.get(file.id) ?? (await send(() => findItemById(file.id, signal)))
    paths.set(file, found?.path)
  })
  const trashed = files.flatMap((file) => {
    const uri = paths.get(file)
    return uri !== undefined && isInTrash(uri) ? [{ ...file, uri, file }] : []
  })
  const refused = await sendBisecting(trashed, (some) => api.restoreFiles(urisOf(some), signal))
  return { paths, refused: new Map(Array.from(refused, ([{ file }, error]) => [file, error])) }
}

/**
 * Restores the files that had to make room for items which did not arrive. `back`: those that are in their places again, or
 * may be since the answer is lost, which is `error` then; `gone`: those that somebody has deleted for good meanwhile. One
 * whose place is taken stays in the trash. Rejects only when the session ends.
 */
export async function restoreReplacedFiles(
  items: readonly { readonly id: string }[],
  { state, note }: PlacementContext,
): Promise<{ back: JobItem[]; gone: JobItem[]; error?: unknown }> {
  const files = filesReplacedBy(items, { state })
  const found = { back: [] as JobItem[], gone: [] as JobItem[] }
  try {
    const { paths, refused } = await restoreFromTrash(files)
    for (const { id } of items) {
      const file = state.replaced.get(id)
      if (!file || refused.has(file)) continue
      const path = paths.get(file)
      if (path === undefined) found.gone.push(file)
      else if (isInTrash(path)) found.back.push(file)
      await note({ notReplacedBy: id })
    }
    return found
  } catch (error) {
    if (error instanceof SessionEndedError) throw error
    return { back: files, gone: [], error }
  }
}

/**
 * Sends items that leave the places of others, which come back to them then: each is done when both are where they were.
 * `leave` returns those that were refused, each with the reason.
 */
export async function sendUncovering(
  items: readonly PlacementItem[],
  { state, note, signal }: PlacementContext,
  leave: (items: readonly PlacementItem[]) => Promise<Map<PlacementItem, ApiError>>,
): Promise<void> {
  const failures = await leave(items.filter(({ id }) => !state.moved.has(id)))
  const moved = items.filter((item) => !failures.has(item))
  await note({ moved: moved.map(({ id }) => id) })
  const files = moved.flatMap((item) =>
    item.wish?.uncovers ? [{ ...item.wish.uncovers, item }] : [],
  )
  const { refused } = await withKnownFailures(failures, restoreFromTrash(files, signal))
  for (const [{ item }, error] of refused) failures.set(item, error)
  if (failures.size > 0) throw toBatchError(failures)
}

/** Whether what an item has uncovered is out of the trash, or there is no such file. To be asked once the item has left. */
export async function hasUncovered(
  { id, wish }: PlacementItem,
  { note, signal }: PlacementContext,
): Promise<boolean> {
  if (!wish?.uncovers) return true
  await note({ moved: [id] })
  const path = (await findItemById(wish.uncovers.id, signal))?.path
  return path === undefined || !isInTrash(path)
}
