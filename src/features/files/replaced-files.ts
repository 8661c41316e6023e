import { removeFromFolders } from '#src/features/file-lists/file-cache.ts'
import { removeFromTrash, showInTrash } from '#src/features/trash/trash-list.ts'
import { replacedBy, restoreReplaced } from '#src/jobs/placement/transfers/replaced-items.ts'
import type { TransferContext } from '#src/jobs/placement/transfers/transfer-state.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/**
 * Restores the files that made room for items which did not arrive, and shows those in the trash that stay there: also
 * one whose place is gone. Lists of the target folder have to be read again. Never rejects.
 */
export async function restoreReplacedAfterTransfer(
  done: readonly FileRow[],
  context: TransferContext,
): Promise<void> {
  const { client, input } = context
  const doneIds = new Set(done.map(({ id }) => id))
  const others = input.items.filter(({ id }) => !doneIds.has(id))
  const back = await restoreReplaced(others, context).catch(() => undefined)
  // Without an answer each of them may be back; those that are not are read from the trash.
  removeFromTrash(client, back ?? replacedBy(others, context))
  removeFromFolders(client, replacedBy(done, context))
  const backIds = new Set(back?.map(({ id }) => id))
  const staying = replacedBy(input.items, context).filter(({ id }) => !backIds.has(id))
  await showInTrash(client, staying)
}
