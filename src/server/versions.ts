import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import { Metadata } from '#src/contract/file.ts'
import type { Context } from './call.ts'
import type { Db } from './db.ts'
import { Refusal } from './envelope.ts'
import type { FileRow } from './files.ts'
import { clearDiscards } from './purge.ts'
import type { UserRow } from './users.ts'
import { storageUsed } from './users.ts'

/** Versions of a file that are kept, the current one among them. */
const keptVersions = 20

const Pending = v.object({ pending: v.number() })
const Id = v.object({ id: v.string() })

/**
 * Throws 40051 when `size` more bytes do not fit into the owner's space. Uploads under way count with the whole of what
 * they announced, but for the one that is `besides`; they are few, the owner's files are many: a `CROSS JOIN` keeps the order.
 */
export function requireCapacity(db: Db, owner: UserRow, size: number, besides = ''): void {
  const pending =
    db.first(
      `SELECT ifnull(sum(u.size), 0) AS pending FROM uploads u CROSS JOIN files f ON f.key = u.file_key
       WHERE f.owner_key = ? AND u.id <> ?`,
      [owner.key, besides],
      Pending,
    )?.pending ?? 0
  if (storageUsed(db, owner.key) + pending + size <= owner.capacity) return
  throw new Refusal(Code.insufficientCapacity, 'Insufficient capacity')
}

/** The change that a draft becomes part of. Where it comes to nothing the draft is a draft again, for its owner to drop. */
export function committing<T>({ db, store }: Context, draft: string, change: () => T): T {
  try {
    return db.transaction(change)
  } catch (error) {
    store.reopen(draft)
    throw error
  }
}

/**
 * Makes a draft the newest version of a file; versions beyond the last 20 go. Run it inside a transaction: the draft is
 * moved last, so that whatever fails before leaves the old content in place.
 */
export function addVersion(
  { db, store, now }: Context,
  file: Pick<FileRow, 'key' | 'owner_key' | 'metadata'>,
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
    withoutOldContent(file.metadata),
    file.key,
  ])
  const old = db.query(
    'SELECT id FROM entities WHERE file_key = ? AND type = 0 ORDER BY key DESC LIMIT -1 OFFSET ?',
    [file.key, keptVersions],
    Id,
  )
  for (const { id } of old) {
    db.run('DELETE FROM entities WHERE id = ?', [id])
    // Its content goes once this is committed, not before.
    db.run('INSERT OR IGNORE INTO discards (entity_id) VALUES (?)', [id])
  }
  store.keep(version.entityId)
  // The transaction is over when this runs.
  if (old.length > 0) setImmediate(() => void clearDiscards({ db, store }))
}

/** What the last content left behind says nothing of the next one. */
function withoutOldContent(metadata: string | null): string | null {
  if (metadata === null) return null
  const gone: readonly string[] = [Metadata.uploadSession, Metadata.thumbDisabled]
  const rest = Object.entries(JSON.parse(metadata) as object).filter(
    ([name]) => !gone.includes(name),
  )
  return rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : null
}
