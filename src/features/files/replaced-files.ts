import type { QueryClient } from '@tanstack/react-query'
import { removeFromFolders } from '#src/features/file-lists/file-cache.ts'
import { removeFromTrash, showInTrash } from '#src/features/trash/trash-list.ts'
import { replacedBy, restoreReplaced } from '#src/jobs/placement/transfers/replaced-items.ts'
import type { TransferRequest } from '#src/jobs/placement/transfers/transfer-request.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/**
 * Restores the files that made room for items which did not arrive, and shows those in the trash that stay there: also
 * one whose place is gone. Lists of the target folder have to be read again. Never rejects.
 */
export async function restoreReplacedAfterTransfer(
  client: QueryClient,
  request: TransferRequest,
  done: readonly FileRow[],
): Promise<void> {
  const doneIds = new Set(done.map(({ id }) => id))
  const others = request.items.filter(({ id }) => !doneIds.has(id))
  const back = await restoreReplaced(others, request).catch(() => undefined)
  // Without an answer each of them may be back; those that are not are read from the trash.
  removeFromTrash(client, back ?? replacedBy(others, request))
  removeFromFolders(client, replacedBy(done, request))
  const backIds = new Set(back?.map(({ id }) => id))
  const staying = replacedBy(request.items, request).filter(({ id }) => !backIds.has(id))
  await showInTrash(client, staying)
}
