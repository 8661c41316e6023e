import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import { thumbId } from '#src/server/contents/thumbs.ts'
import type { ContentStore } from '#src/server/storage/content-store.ts'
import type { Db } from '#src/server/storage/db.ts'

const Below = v.object({ key: v.number(), depth: v.number() })
const Content = v.object({ entity_id: v.string() })

/** Contents removed before other requests get their turn. */
const batchSize = 200

/**
 * Deletes items, everything below them and their shares. Their contents are queued for {@link removeDeletedContents},
 * or with `keepsContents` noted as kept. Run it inside a transaction.
 */
export function deletePermanently(db: Db, keys: readonly number[], keepsContents = false): void {
  const below = db.query(
    `WITH RECURSIVE below (key, depth) AS (
       SELECT value, 0 FROM json_each(?)
       UNION ALL
       SELECT f.key, below.depth + 1 FROM below JOIN files f ON f.parent_key = below.key
     ) SELECT key, depth FROM below`,
    [JSON.stringify(keys)],
    Below,
  )
  const levels: number[][] = []
  for (const { key, depth } of below) (levels[depth] ??= []).push(key)
  const all = JSON.stringify(below.map(({ key }) => key))
  const queue = keepsContents ? 'unlinked_contents' : 'discards'
  for (const [table, column] of [
    ['entities', 'id'],
    ['uploads', 'entity_id'],
  ] as const) {
    db.run(
      `INSERT OR IGNORE INTO ${queue} (entity_id)
       SELECT ${column} FROM ${table} WHERE file_key IN (SELECT value FROM json_each(?))`,
      [all],
    )
  }
  // Deepest level first: a foreign key cascade recurses once a level, and SQLite limits its depth.
  for (const level of levels.reverse()) {
    db.run('DELETE FROM files WHERE key IN (SELECT value FROM json_each(?))', [
      JSON.stringify(level),
    ])
  }
}

/**
 * Removes the queued contents with their thumbnails and drafts, in small batches, so that other requests are answered
 * in between. They were queued in the transaction that deleted them, so that a crash only delays their removal. Never
 * rejects: errors of the disk are logged, and the contents stay queued.
 */
export async function removeDeletedContents({
  db,
  store,
}: {
  db: Db
  store: ContentStore
}): Promise<void> {
  try {
    while (db.isOpen()) {
      const sql = 'SELECT entity_id FROM discards LIMIT ?'
      const ids = db.query(sql, [batchSize], Content).map((row) => row.entity_id)
      if (ids.length === 0) return
      for (const id of ids) {
        store.remove(id)
        store.remove(thumbId(id))
        store.removeDraft(id)
      }
      db.run('DELETE FROM discards WHERE entity_id IN (SELECT value FROM json_each(?))', [
        JSON.stringify(ids),
      ])
      await nextTurn()
    }
  } catch (error) {
    console.error('Latchkey: contents could not be removed', error)
  }
}
