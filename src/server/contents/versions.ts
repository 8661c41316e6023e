import * as v from 'valibot'
import { MetadataKey } from '#src/contract/file.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { formatMetadata, readMetadata } from '#src/server/files/item-texts.ts'
import type { Context } from '#src/server/http/call.ts'
import { removeDeletedContents } from '#src/server/trash/purge.ts'

/** Maximum number of versions of a file, including the current one. */
export const maxVersions = 20

const Id = v.object({ id: v.string() })

/**
 * Runs the transaction that commits a draft; when it fails, the content becomes a draft again, for the caller to
 * remove.
 */
export function commitDraftWith<T>({ db, store }: Context, draft: string, change: () => T): T {
  try {
    return db.transaction(change)
  } catch (error) {
    store.revertToDraft(draft)
    throw error
  }
}

/**
 * Makes a draft the newest version of a file and removes versions beyond the newest 20. Run it inside a transaction:
 * the draft is renamed last, so that a failure before leaves the old content in place.
 */
export function addVersion(
  { db, store, now }: Context,
  file: Pick<FileRow, 'key' | 'owner_key'>,
  version: { entityId: string; size: number; authorKey: number; modifiedAt?: number | null },
): void {
  db.run(
    'INSERT INTO entities (id, file_key, owner_key, size, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?)',
    [version.entityId, file.key, file.owner_key, version.size, now(), version.authorKey],
  )
  db.run('UPDATE files SET entity_id = ?, size = ?, updated_at = ?, metadata = ? WHERE key = ?', [
    version.entityId,
    version.size,
    version.modifiedAt ?? now(),
    withoutOldContent(readMetadata(db, file.key)),
    file.key,
  ])
  const old = db.query(
    'SELECT id FROM entities WHERE file_key = ? AND type = 0 ORDER BY key DESC LIMIT -1 OFFSET ?',
    [file.key, maxVersions],
    Id,
  )
  for (const { id } of old) {
    db.run('DELETE FROM entities WHERE id = ?', [id])
    // The content is removed after the commit.
    db.run('INSERT OR IGNORE INTO discards (entity_id) VALUES (?)', [id])
  }
  store.commitDraft(version.entityId)
  // Runs after the transaction, which is synchronous.
  if (old.length > 0) setImmediate(() => void removeDeletedContents({ db, store }))
}

/** Metadata without the keys that describe the previous content, as it is stored. */
function withoutOldContent(metadata: Record<string, string>): string | null {
  const {
    [MetadataKey.uploadSession]: _session,
    [MetadataKey.thumbDisabled]: _disabled,
    ...rest
  } = metadata
  return formatMetadata(rest)
}
