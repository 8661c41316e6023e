import { removeFromFolders } from '#src/features/file-lists/file-cache.ts'
import { showInTrash, showPutBack } from '#src/features/trash/trash-list.ts'
import { putBack, replacedBy } from '#src/jobs/placement/make-room.ts'
import type { TransferContext } from '#src/jobs/placement/transfers/transfer-request.ts'
import type { PlacedItem } from '#src/jobs/placement/wish.ts'

/**
 * Restores the files that made room for items which did not arrive, and shows those in the trash that stay there: also
 * one whose place is gone.
 */
export async function restoreReplacedAfterTransfer(
  done: readonly PlacedItem[],
  context: TransferContext,
): Promise<void> {
  const { client, input } = context
  const doneIds = new Set(done.map(({ id }) => id))
  const others = input.items.filter(({ id }) => !doneIds.has(id))
  showPutBack(client, await putBack(others, context))
  removeFromFolders(client, replacedBy(done, context))
  await showInTrash(client, replacedBy(input.items, context))
}
