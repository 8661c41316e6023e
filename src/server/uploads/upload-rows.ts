import * as v from 'valibot'
import { MetadataKey } from '#src/contract/file.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { readMetadata, writeMetadata } from '#src/server/files/metadata/item-texts.ts'
import type { ServiceContext } from '#src/server/http/request-context.ts'
import { releaseLock } from '#src/server/locks/locks.ts'
import { SqlBoolean } from '#src/server/storage/db.ts'
import type { Db } from '#src/server/storage/db.ts'
import { scheduleRemovalOfDeletedContents } from '#src/server/trash/purge.ts'

/** An upload session that has not finished. */
export const UploadRow = v.object({
  id: v.string(),
  user_key: v.number(),
  file_key: v.number(),
  entity_id: v.string(),
  size: v.number(),
  chunk_size: v.number(),
  received: v.pipe(v.string(), v.parseJson(), v.array(v.number())),
  begun: v.pipe(v.string(), v.parseJson(), v.array(v.number())),
  reserved_until: v.number(),
  share_id: v.nullable(v.string()),
  is_new: SqlBoolean,
  last_modified: v.nullable(v.number()),
  lock_token: v.string(),
  expires_at: v.number(),
  share_grant: v.nullable(v.string()),
})
export type UploadRow = v.InferOutput<typeof UploadRow>
const select = `SELECT id, user_key, file_key, entity_id, size, chunk_size, received, begun, reserved_until, share_id, is_new,
  last_modified, lock_token, expires_at, share_grant FROM uploads`

/** The upload with this id, finished uploads have none. */
export const uploadById = (db: Db, id: string): UploadRow | undefined =>
  db.first(`${select} WHERE id = ?`, [id], UploadRow)

/** Ends an upload: removes its lock, its draft and its placeholder file. */
export function removeUpload(
  { db, store }: Pick<ServiceContext, 'db' | 'store'>,
  upload: UploadRow,
): void {
  db.transaction(() => {
    db.run('DELETE FROM uploads WHERE id = ?', [upload.id])
    releaseLock(db, upload.lock_token)
    if (upload.is_new) {
      db.run('DELETE FROM files WHERE key = ? AND entity_id IS NULL', [upload.file_key])
    }
  })
  store.revertToDraft(upload.entity_id)
  store.removeDraft(upload.entity_id)
}

/**
 * Ends the uploads to a file whose locks were taken away; upload `id` has the lock now. Returns whether the file is a
 * placeholder of theirs, which it is of `id` from now on. Run it inside the transaction that begins `id`.
 */
export function supersedeUploads(
  { db, store }: ServiceContext,
  file: FileRow,
  id: string,
): boolean {
  const dead = db.query(`${select} WHERE file_key = ?`, [file.key], UploadRow)
  for (const upload of dead) {
    db.run('DELETE FROM uploads WHERE id = ?', [upload.id])
    db.run('INSERT OR IGNORE INTO discards (entity_id) VALUES (?)', [upload.entity_id])
  }
  if (dead.length > 0) scheduleRemovalOfDeletedContents({ db, store })
  const isPlaceholder = file.entity_id === null && dead.some((upload) => upload.is_new)
  if (isPlaceholder) {
    const metadata = { ...readMetadata(db, file.key), [MetadataKey.uploadSession]: id }
    writeMetadata(db, file.key, metadata, file.updated_at)
  }
  return isPlaceholder
}

/** Uploads that are ended at a time. */
const maxExpired = 250

/** Ends uploads that have expired, the oldest first; more than 250 in several calls. */
export function removeExpiredUploads(context: ServiceContext): void {
  const sql = `${select} WHERE expires_at <= ? ORDER BY expires_at LIMIT ?`
  const over = context.db.query(sql, [context.now(), maxExpired], UploadRow)
  for (const upload of over) removeUpload(context, upload)
}

/** Ends the uploads to a file that have expired. Returns whether there were any. */
export function removeExpiredUploadsTo(context: ServiceContext, file: FileRow): boolean {
  const sql = `${select} WHERE file_key = ? AND expires_at <= ?`
  const over = context.db.query(sql, [file.key, context.now()], UploadRow)
  for (const upload of over) removeUpload(context, upload)
  return over.length > 0
}

/** Ends the uploads that a user has begun, wherever. */
export function removeUploadsOfUser(
  context: Pick<ServiceContext, 'db' | 'store'>,
  userKey: number,
): void {
  const begun = context.db.query(`${select} WHERE user_key = ?`, [userKey], UploadRow)
  for (const upload of begun) removeUpload(context, upload)
}

/** Ends the uploads whose share is gone, or has another epoch than when they were begun. */
export function removeUploadsWithVoidGrants(context: ServiceContext): void {
  const sql = `${select} WHERE share_grant IS NOT NULL AND NOT EXISTS (SELECT 1 FROM shares s
    WHERE s.id = substr(share_grant, 1, instr(share_grant, '.') - 1)
      AND instr(share_grant, s.id || '.' || s.epoch || '.') = 1)`
  for (const upload of context.db.query(sql, [], UploadRow)) removeUpload(context, upload)
}

/** Removes drafts without an upload session, which a crash left behind. Run it before the first request. */
export function removeOrphanedDrafts({ db, store }: ServiceContext): void {
  const Entity = v.object({ entity_id: v.string() })
  const wanted = new Set(
    db.query('SELECT entity_id FROM uploads', [], Entity).map((row) => row.entity_id),
  )
  for (const id of store.listDrafts()) if (!wanted.has(id)) store.removeDraft(id)
}
