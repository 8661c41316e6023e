import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import type { Db } from './db.ts'
import type { Store } from './store.ts'
import { thumbId } from './thumbs.ts'

const Below = v.object({ key: v.number(), depth: v.number() })
const Content = v.object({ entity_id: v.string() })

/** Contents that are removed before others are answered. */
const clearedAtOnce = 200

/**
 * Deletes items with all they hold, links to them included. Their contents are noted for {@link clearDiscards}, unless
 * they are to be kept. Run it inside a transaction.
 */
export function purge(db: Db, keys: readonly number[], keepsContents = false): void {
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
  if (!keepsContents) {
    const all = JSON.stringify(below.map(({ key }) => key))
    for (const [table, column] of [
      ['entities', 'id'],
      ['uploads', 'entity_id'],
    ] as const) {
      db.run(
        `INSERT OR IGNORE INTO discards (entity_id)
         SELECT ${column} FROM ${table} WHERE file_key IN (SELECT value FROM json_each(?))`,
        [all],
      )
    }
  }
  // From the bottom up: a cascade through a deep tree would be a recursion as deep.
  for (const level of levels.reverse()) {
    db.run('DELETE FROM files WHERE key IN (SELECT value FROM json_each(?))', [
      JSON.stringify(level),
    ])
  }
}

/**
 * Removes the contents that nobody needs any more, with their thumbnails and drafts, a few at a time, so that others are
 * answered in between. They were noted in the transaction that forgot them, so what a crash leaves goes the next time.
 * Never rejects: what the disk refuses is logged and tried again.
 */
export async function clearDiscards({ db, store }: { db: Db; store: Store }): Promise<void> {
  try {
    while (db.isOpen()) {
      const sql = 'SELECT entity_id FROM discards LIMIT ?'
      const ids = db.query(sql, [clearedAtOnce], Content).map((row) => row.entity_id)
      if (ids.length === 0) return
      for (const id of ids) {
        store.remove(id)
        store.remove(thumbId(id))
        store.drop(id)
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
