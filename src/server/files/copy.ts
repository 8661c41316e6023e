import * as v from 'valibot'
import { FileType, MetadataKey } from '#src/contract/file.ts'
import { requireCapacity } from '#src/server/contents/versions.ts'
import type { BatchItem } from '#src/server/http/batch.ts'
import type { Call } from '#src/server/http/call.ts'
import { Refusal } from '#src/server/http/envelope.ts'
import type { Db } from '#src/server/storage/db.ts'
import { newId } from '#src/server/storage/ids.ts'
import type { FileRow } from './files.ts'
import { insertVersion } from './insert-file.ts'
import type { Place } from './resolve.ts'

/** Maximum number of items that one request copies; other requests wait meanwhile. */
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

/** The keys of the service that a copy has, too: a copy of a shortcut leads to the same share. */
const keptKeys: ReadonlySet<string> = new Set([MetadataKey.sharedRedirect, MetadataKey.sharedOwner])

/** Metadata without the other keys of the service (`sys:`). */
function copiedMetadata(text: string | null): string | null {
  if (text === null) return null
  const kept = Object.entries(JSON.parse(text) as object).filter(
    ([name]) => !name.startsWith('sys:') || keptKeys.has(name),
  )
  return kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null
}

/** Whether this file is the placeholder of an upload that has not finished. */
export function isUploadPlaceholder(db: Db, file: FileRow): boolean {
  const sql = 'SELECT 1 AS found FROM uploads WHERE file_key = ? AND is_new = 1'
  const isUpload = file.metadata?.includes(MetadataKey.uploadSession) ?? false
  return isUpload && db.first(sql, [file.key], v.object({ found: v.number() })) !== undefined
}

/** The items and everything below them, folders before their children, without placeholders of unfinished uploads. */
function subtreesOf(call: Call, keys: readonly number[]): v.InferOutput<typeof Row>[] {
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
 * Copies items and everything below them into a folder; the owner of the folder owns the copies. The ids of the new
 * contents are added to `made`, so that the caller can remove them when the transaction fails. Versions, links and
 * locks are not copied. Throws 40051 (no capacity left) and 40079 (more than 100,000 items).
 */
export function copyFiles(
  call: Call,
  items: readonly BatchItem[],
  folder: Place,
  made: string[],
): void {
  const { db, store, now } = call.context
  const rows = subtreesOf(
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
        copiedMetadata(row.metadata),
        row.view,
      ],
    )
    copies.set(row.key, key)
    if (row.entity_id === null || entityId === null) continue
    insertVersion(call, folder, { fileKey: key, id: entityId, size: row.size })
    made.push(entityId)
    store.copy(row.entity_id, entityId)
  }
}
