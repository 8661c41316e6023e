import * as api from '#src/api/files/files.ts'
import { retryLookup } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { FileType } from '#src/contract/file.ts'
import { parseUri } from '#src/contract/uri.ts'
import { sendBisecting } from '#src/jobs/placement/restore/send-bisecting.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { findItemAt, findItemById } from '#src/jobs/verification/item-lookup.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { finalUriOf } from './final-places.ts'
import type { Transfer, TransferContext } from './transfer-state.ts'

/* Files whose place moved or copied items take. They go to the trash first. */

/** The files that these items took the place of. */
export const replacedBy = (
  items: readonly FileRow[],
  { state }: Pick<Transfer, 'state'>,
): JobItem[] => items.flatMap(({ id }) => state.replaced.get(id) ?? [])

/**
 * Moves the files that are in the way of these items to the trash. Returns the items of which the file stays, each with
 * the reason.
 */
export async function trashExisting(
  items: readonly FileRow[],
  context: TransferContext,
): Promise<Map<FileRow, ApiError>> {
  const { input, note, signal } = context
  const expectedIdByItem = new Map(input.replacing?.map(({ id, existingId }) => [id, existingId]))
  const failures = new Map<FileRow, ApiError>()
  const inTheWay: (JobItem & { readonly item: FileRow })[] = []
  for (const item of items) {
    const uri = finalUriOf(item, context)
    const existing = await findItemAt(uri, signal)
    // A folder that has come there since stays: the move is then refused.
    if (!existing || existing.id === item.id || existing.type === FileType.folder) continue
    // The user was asked about another file.
    if (existing.id !== expectedIdByItem.get(item.id)) {
      failures.set(item, new ApiError({ code: ErrorCode.nameTaken }))
      continue
    }
    const replaced = { id: existing.id, uri, name: existing.name }
    await note({ replaced, takenBy: item.id })
    inTheWay.push({ ...replaced, item })
  }
  const staying = await sendBisecting(inTheWay, (some) =>
    api.deleteFiles(
      some.map(({ uri }) => uri),
      false,
      signal,
    ),
  )
  for (const [{ item }, error] of staying) {
    // Whoever else deleted it wants it in the trash.
    await note({ notReplacedBy: item.id })
    failures.set(item, error)
  }
  return failures
}

/**
 * Restores the files that items were to replace but did not. Returns those that are back; one whose place is taken stays
 * in the trash, where it is shown.
 */
export async function restoreReplaced(
  items: readonly FileRow[],
  transfer: Transfer,
): Promise<JobItem[]> {
  const trashed: JobItem[] = []
  for (const item of replacedBy(items, transfer)) {
    const path = (await retryLookup(() => findItemById(item.id)))?.path
    if (path !== undefined && parseUri(path).host === 'trash') trashed.push({ ...item, uri: path })
  }
  const refused = await sendBisecting(trashed, (some) =>
    api.restoreFiles(some.map(({ uri }) => uri)),
  )
  return trashed.filter((item) => !refused.has(item))
}
