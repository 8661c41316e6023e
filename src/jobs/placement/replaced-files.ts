import * as api from '#src/api/files/files.ts'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, isNotFound, SessionEndedError } from '#src/contract/errors.ts'
import { isInTrash, urisOf } from '#src/contract/uri.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { findNameHolders, findItemById } from '#src/jobs/verification/item-lookup.ts'
import { groupBy } from '#src/lib/group-by.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { type PlacementItem, targetFolderUriOf, targetUriOf } from './placement-request.ts'
import type { WithPlacementState, PlacementContext } from './placement-state.ts'
import { sendBisecting } from './send-bisecting.ts'

/*
 * Files whose place other items take. They go to the trash first, and come back where the item does not arrive. Folders
 * are never replaced.
 */

/** The files that these items took the place of. */
export const filesReplacedBy = (
  items: readonly { readonly id: string }[],
  { state }: WithPlacementState,
): JobItem[] => items.flatMap(({ id }) => state.replaced.get(id) ?? [])

/** What has each item's name in its target folder. */
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
  const staying = await sendBisecting(inTheWay, (some) =>
    api.deleteFiles(urisOf(some), false, signal),
  )
  for (const [{ item }, error] of staying) {
    // Somebody else has deleted the file, so an undo must leave it in the trash.
    await note({ notReplacedBy: item.id })
    failures.set(item, error)
  }
  return failures
}

/**
 * Restores the files that had to make room for items which did not arrive. `back`: those that are in their places again, or
 * may be since the answer is lost; `gone`: those that somebody has deleted for good meanwhile. One whose place is taken
 * stays in the trash. Rejects only when the session ends.
 */
export async function restoreReplacedFiles(
  items: readonly { readonly id: string }[],
  { state, note }: PlacementContext,
): Promise<{ back: JobItem[]; gone: JobItem[] }> {
  const found = { back: [] as JobItem[], gone: [] as JobItem[] }
  const trashed: (JobItem & { readonly itemId: string; readonly file: JobItem })[] = []
  try {
    for (const { id } of items) {
      const file = state.replaced.get(id)
      if (!file) continue
      const path = (await lookUpWithRetry(() => findItemById(file.id)))?.path
      if (path !== undefined && isInTrash(path)) {
        trashed.push({ id: file.id, uri: path, name: file.name, itemId: id, file })
        continue
      }
      if (path === undefined) found.gone.push(file)
      await note({ notReplacedBy: id })
    }
    const refused = await sendBisecting(trashed, (some) => api.restoreFiles(urisOf(some)))
    for (const each of trashed) {
      if (refused.has(each)) continue
      found.back.push(each.file)
      await note({ notReplacedBy: each.itemId })
    }
  } catch (error) {
    if (error instanceof SessionEndedError) throw error
    // Those that are not back are put back when the job ends or is not resumed.
    found.back.push(...trashed.map(({ file }) => file).filter((file) => !found.back.includes(file)))
  }
  return found
}
