import { randomUUID } from 'node:crypto'
import { formatUri } from '#src/contract/uri.ts'
import type { Db } from '#src/server/storage/db.ts'

/**
 * Moves an item to its owner's trash; returns its trash id. `segments` is its path until now, `at` the time in
 * milliseconds since 1970.
 */
export function moveToTrash(
  db: Db,
  key: number,
  from: { segments: readonly string[]; at: number; retentionSeconds: number },
): string {
  const trashId = randomUUID()
  db.run(
    `UPDATE files SET parent_key = NULL, trash_id = ?, restore_uri = ?, collect_at = ?, updated_at = ? WHERE key = ?`,
    [
      trashId,
      formatUri({ host: 'my', segments: from.segments }),
      Math.floor(from.at / 1000) + from.retentionSeconds,
      from.at,
      key,
    ],
  )
  return trashId
}

/** Moves items into a folder, also out of the trash. Their names must be free there. */
export function moveItemsToFolder(
  db: Db,
  keys: readonly number[],
  folderKey: number,
  now: number,
): void {
  db.run(
    `UPDATE files SET parent_key = ?, updated_at = CASE WHEN trash_id IS NULL THEN updated_at ELSE ? END,
       trash_id = NULL, restore_uri = NULL, collect_at = NULL
     WHERE key IN (SELECT value FROM json_each(?))`,
    [folderKey, now, JSON.stringify(keys)],
  )
}
