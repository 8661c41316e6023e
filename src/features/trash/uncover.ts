import * as api from '#src/api/files/files.ts'
import type { ApiError } from '#src/contract/errors.ts'
import { sendBisecting } from '#src/jobs/placement/send-bisecting.ts'
import type { PlacedItem } from '#src/jobs/placement/wish.ts'
import { findInTrash } from './trash-list.ts'

/**
 * Restores what these items had replaced, after they have left its places. Returns the items of which it stays in the
 * trash, each with the reason.
 */
export async function uncover(
  items: readonly PlacedItem[],
  signal: AbortSignal,
): Promise<Map<PlacedItem, ApiError>> {
  const itemOf = new Map(items.map((item) => [item.wish?.uncovers?.id, item]))
  const failures = new Map<PlacedItem, ApiError>()
  const files = items.flatMap(({ wish }) => wish?.uncovers ?? [])
  if (files.length === 0) return failures
  // One that is not in the trash any more was restored or deleted by somebody.
  const rows = await findInTrash(files, { maxRetries: 5 })
  const staying = await sendBisecting(rows, (some) =>
    api.restoreFiles(
      some.map(({ uri }) => uri),
      signal,
    ),
  )
  for (const [{ id }, error] of staying) {
    const item = itemOf.get(id)
    if (item) failures.set(item, error)
  }
  return failures
}
