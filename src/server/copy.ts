import * as v from 'valibot'
import { FileType, Metadata } from '#src/contract/file.ts'
import type { Item } from './batch.ts'
import type { Call } from './call.ts'
import type { Db } from './db.ts'
import { Refusal } from './envelope.ts'
import type { FileRow } from './files.ts'
import { newId } from './ids.ts'
import { addEntity } from './new-items.ts'
import type { Place } from './resolve.ts'
import { requireCapacity } from './versions.ts'

/** Most items that one request copies; it holds everything up for as long as it takes. */
const maxItems = 100_000

const Row = v.object({
  key: v.number(),
  parent_key: v.nullable(v.number()),
  type: v.number(),
  name: v.string(),
  size: v.number(),
  entity_id: v.nullable(v.string()),
  metadata: v.nullable(v.string()),
  view: v.nullable(v.string()),
})

/** Metadata without what the service itself wrote there. */
function ownMetadata(text: string | null): string | null {
  if (text === null) return null
  const kept = Object.entries(JSON.parse(text) as object).filter(
    ([name]) => !name.startsWith('sys:'),
  )
  return kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null
}

/** Whether this file is there only because its first upload has begun. */
export function isArriving(db: Db, file: FileRow): boolean {
  const sql = 'SELECT 1 AS found FROM uploads WHERE file_key = ? AND is_new = 1'
  const isUpload = file.metadata?.includes(Metadata.uploadSession) ?? false
  return isUpload && db.first(sql, [file.key], v.object({ found: v.number() })) !== undefined
}

/** What is copied, folders before what they hold. A file whose first upload is not finished is left out. */
function treesOf(call: Call, keys: readonly number[]): v.InferOutput<typeof Row>[] {
  const rows = call.context.db.query(
    `WITH RECURSIVE tree (key, depth) AS (
       SELECT value, 0 FROM json_each(?)
       UNION ALL
       SELECT f.key, tree.depth + 1 FROM tree JOIN files f ON f.parent_key = tree.key
     ) SELECT f.key, f.parent_key, f.type, f.name, f.size, f.entity_id, f.metadata, f.view
       FROM tree JOIN files f ON f.key = tree.key
       WHERE NOT EXISTS (SELECT 1 FROM uploads u WHERE u.file_key = f.key AND u.is_new = 1)
       ORDER BY tree.depth LIMIT ?`,
    [JSON.stringify(keys), maxItems + 1],
    Row,
  )
  if (rows.length > maxItems) throw new Refusal(40079, 'Too many items to copy')
  return rows
}

/**
 * Copies items with all they hold into a folder, whose owner will own the copies; `made` gets the ids of the new
 * contents as they come to be, for when the transaction fails. Versions, links and locks are not copied. Throws 40051
 * (no room) and 40079 (more than 100,000 items).
 */
export function copyInto(call: Call, items: readonly Item[], folder: Place, made: string[]): void {
  const { db, store, now } = call.context
  const rows = treesOf(
    call,
    items.map(({ file }) => file.key),
  )
  const bytes = rows.reduce((sum, row) => sum + (row.type === FileType.file ? row.size : 0), 0)
  requireCapacity(db, folder.owner, bytes)
  const copies = new Map<number, number>()
  for (const row of rows) {
    const parent = row.parent_key === null ? undefined : copies.get(row.parent_key)
    const entityId = row.entity_id === null ? null : newId()
    const { key } = db.run(
      `INSERT INTO files (id, owner_key, parent_key, type, name, size, created_at, updated_at, entity_id, metadata, view)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        newId(),
        folder.owner.key,
        parent ?? folder.file?.key ?? null,
        row.type,
        row.name,
        row.size,
        now(),
        now(),
        entityId,
        ownMetadata(row.metadata),
        row.view,
      ],
    )
    copies.set(row.key, key)
    if (row.entity_id === null || entityId === null) continue
    addEntity(call, folder, { fileKey: key, id: entityId, size: row.size })
    made.push(entityId)
    store.copy(row.entity_id, entityId)
  }
}
