import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import { FileType } from '#src/contract/file.ts'
import { maxRowsPerStep } from '#src/server/http/time-slices.ts'
import type { StepResult } from '#src/server/http/time-slices.ts'
import type { ContentStore } from '#src/server/storage/content-store.ts'
import type { Db } from '#src/server/storage/db.ts'
import { thumbnailContentId } from '#src/server/storage/ids.ts'

const Key = v.object({ key: v.number() })
const Content = v.object({ entity_id: v.string() })

/** Contents removed before other requests get their turn. */
const batchSize = 500

/** Deletes files and empty folders; see {@link deletePermanentlyStep}. */
function deleteRows(db: Db, keys: readonly number[], keepsContents: boolean): void {
  const all = JSON.stringify(keys)
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
  db.run('DELETE FROM files WHERE key IN (SELECT value FROM json_each(?))', [all])
}

/**
 * Deletes an item, everything below it and their shares, one step of it: files first, and a folder once it is empty.
 * Call it again until it is done. Contents are queued for {@link removeDeletedContents}, or with
 * `keepsContents` noted as kept. Run it inside a transaction.
 */
export function deletePermanentlyStep(
  db: Db,
  item: { readonly key: number; readonly type: number },
  keepsContents = false,
): StepResult {
  const childrenOf = (folder: number, type: number, limit: number) =>
    db
      .query(
        'SELECT key FROM files WHERE parent_key = ? AND type = ? LIMIT ?',
        [folder, type, limit],
        Key,
      )
      .map(({ key }) => key)
  let rows = 0
  /** The folders from the item down to the one that is emptied now. */
  const path = [item.key]
  while (rows < maxRowsPerStep) {
    const folder = path.at(-1)
    if (folder === undefined) return { rows, isDone: true }
    const [inner] = item.type === FileType.folder ? childrenOf(folder, FileType.folder, 1) : []
    if (inner !== undefined) {
      path.push(inner)
      continue
    }
    const files =
      item.type === FileType.folder ? childrenOf(folder, FileType.file, maxRowsPerStep - rows) : []
    if (files.length === 0) path.pop()
    const keys = files.length === 0 ? [folder] : files
    deleteRows(db, keys, keepsContents)
    rows += keys.length
  }
  return { rows, isDone: path.length === 0 }
}

/**
 * Like {@link deletePermanentlyStep}, for many items: each call of the result is one step. What it has deleted must be
 * committed with it, since it does not look at it again.
 */
export function createStepwiseDeletion(
  db: Db,
  items: readonly { readonly key: number; readonly type: number }[],
): () => StepResult {
  const files = items.filter(({ type }) => type === FileType.file)
  const folders = items.filter(({ type }) => type === FileType.folder)
  return () => {
    let rows = 0
    const keys = files.splice(0, maxRowsPerStep).map(({ key }) => key)
    if (keys.length > 0) {
      deleteRows(db, keys, false)
      rows = keys.length
    } else if (folders[0]) {
      const step = deletePermanentlyStep(db, folders[0])
      if (step.isDone) folders.shift()
      rows = step.rows
    }
    return { rows, isDone: files.length === 0 && folders.length === 0 }
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
      await store.removeAll({
        contents: ids.flatMap((id) => [id, thumbnailContentId(id)]),
        drafts: ids,
      })
      if (!db.isOpen()) return
      db.run('DELETE FROM discards WHERE entity_id IN (SELECT value FROM json_each(?))', [
        JSON.stringify(ids),
      ])
      await nextTurn()
    }
  } catch (error) {
    console.error('Latchkey: contents could not be removed', error)
  }
}
