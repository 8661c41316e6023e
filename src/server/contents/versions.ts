import * as v from 'valibot'
import { MetadataKey } from '#src/contract/file.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { serializeMetadata, readMetadata } from '#src/server/files/metadata/item-texts.ts'
import { extensionOf } from '#src/server/files/names.ts'
import type { ServiceContext } from '#src/server/http/request-context.ts'
import { SqlBoolean } from '#src/server/storage/db.ts'
import type { Db } from '#src/server/storage/db.ts'
import { scheduleRemovalOfDeletedContents } from '#src/server/trash/purge.ts'

/** Columns of an owner and a name that say how many versions of a file are kept. */
const Retention = v.object({
  version_retention_enabled: SqlBoolean,
  version_retention_ext: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
  version_retention_max: v.number(),
  name: v.string(),
})

/** How many versions of a file by one author its owner wants to keep, the current one included. */
function keptVersions(db: Db, fileKey: number): number {
  const sql = `SELECT u.version_retention_enabled, u.version_retention_ext, u.version_retention_max, f.name
    FROM files f JOIN users u ON u.key = f.owner_key WHERE f.key = ?`
  const found = db.first(sql, [fileKey], Retention)
  if (!found) return maxVersionsPerAuthor
  const extensions = found.version_retention_ext.map((each) => each.toLowerCase())
  const isCovered = extensions.length === 0 || extensions.includes(extensionOf(found.name))
  return found.version_retention_enabled && isCovered ? found.version_retention_max : 1
}

/** Maximum number of versions of a file by one author, including the current one. */
export const maxVersionsPerAuthor = 20
/** Milliseconds for which the version of the owner that somebody else put away last stays, whatever comes after it. */
const putAwayLife = 30 * 24 * 3600_000

const Id = v.object({ id: v.string() })

/**
 * Runs the transaction that commits a draft; when it fails, the content becomes a draft again, for the caller to
 * remove.
 */
export function commitOrRevertToDraft<T>(
  { db, store }: ServiceContext,
  draft: string,
  change: () => T,
): T {
  try {
    return db.transaction(change)
  } catch (error) {
    store.revertToDraft(draft)
    throw error
  }
}

/**
 * Makes a draft the newest version of a file and removes those of its author beyond as many as its owner keeps, so that nobody writes
 * away what is somebody else's. Versions without an author are the owner's. The newest version of the owner whose place
 * somebody else's has taken stays for 30 days. Run it inside a transaction:
 * the draft is renamed last, so that a failure before leaves the old content in place.
 */
export function commitVersion(
  { db, store, now }: ServiceContext,
  file: Pick<FileRow, 'key' | 'owner_key' | 'entity_id'>,
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
  if (version.authorKey !== file.owner_key && file.entity_id !== null) {
    db.run(
      'UPDATE entities SET put_away_at = ? WHERE id = ? AND ifnull(created_by, owner_key) = owner_key',
      [now(), file.entity_id],
    )
  }
  const old = db.query(
    `SELECT id FROM entities WHERE file_key = ? AND type = 0 AND ifnull(created_by, owner_key) = ?
       AND key IS NOT (SELECT key FROM entities WHERE file_key = ? AND put_away_at > ? ORDER BY put_away_at DESC LIMIT 1)
     ORDER BY key DESC LIMIT -1 OFFSET ?`,
    [file.key, version.authorKey, file.key, now() - putAwayLife, keptVersions(db, file.key)],
    Id,
  )
  for (const { id } of old) {
    db.run('DELETE FROM entities WHERE id = ?', [id])
    // The content is removed after the commit.
    db.run('INSERT OR IGNORE INTO discards (entity_id) VALUES (?)', [id])
  }
  store.commitDraft(version.entityId)
  if (old.length > 0) scheduleRemovalOfDeletedContents({ db, store })
}

/** Metadata without the keys that describe the previous content, as it is stored. */
function withoutOldContent(metadata: Record<string, string>): string | null {
  const {
    [MetadataKey.uploadSession]: _session,
    [MetadataKey.thumbDisabled]: _disabled,
    ...rest
  } = metadata
  return serializeMetadata(rest)
}
