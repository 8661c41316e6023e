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
/** Links that take as long as one row. */
const linksPerRow = 10

/**
 * Deletes files and empty folders; see {@link deletePermanentlyStep}. It is not done when they have so many links that only
 * some of those were deleted.
 */
function deleteRows(db: Db, keys: readonly number[], keepsContents: boolean): StepResult {
  const all = JSON.stringify(keys)
  const { changes } = db.run(
    `DELETE FROM shares WHERE key IN
       (SELECT key FROM shares WHERE file_key IN (SELECT value FROM json_each(?)) LIMIT ?)`,
    [all, maxRowsPerStep * linksPerRow],
  )
  const rows = Math.ceil(changes / linksPerRow)
  if (changes === maxRowsPerStep * linksPerRow) return { rows, isDone: false }
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
  return { rows: rows + keys.length, isDone: true }
}

/**
 * Puts an item where no request finds it, and where the next collection of what is past its time finds it, should the
 * service be killed before the rest of it is deleted. The root folder of a user stays.
 */
function beginDeletion(db: Db, key: number): void {
  db.run(
    `UPDATE files SET parent_key = NULL, trash_id = ifnull(trash_id, id), restore_uri = ifnull(restore_uri, ''),
       collect_at = 0
     WHERE key = ? AND (parent_key IS NOT NULL OR trash_id IS NOT NULL)`,
    [key],
  )
}

/**
 * Deletes an item, everything below it and their shares, one step of it: files first, and a folder once it is empty.
 * Call it again until it is done. Contents are queued for {@link removeDeletedContents}, and from the first step on no
 * request finds the item. With `keepsContents` they are noted as kept, and a folder is found until the last step. Run it
 * inside a transaction.
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
    const keys = files.length === 0 ? [folder] : files
    const part = deleteRows(db, keys, keepsContents)
    if (part.isDone && files.length === 0) path.pop()
    rows += part.rows
  }
  // Contents that are to stay would be lost when what is past its time is deleted.
  if (path.length > 0 && !keepsContents) beginDeletion(db, item.key)
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
    const keys = files.slice(0, maxRowsPerStep).map(({ key }) => key)
    if (keys.length > 0) {
      const part = deleteRows(db, keys, false)
      if (part.isDone) files.splice(0, keys.length)
      else for (const key of keys) beginDeletion(db, key)
      rows = part.rows
    } else if (folders[0]) {
      const step = deletePermanentlyStep(db, folders[0])
      if (step.isDone) folders.shift()
      rows = step.rows
    }
    return { rows, isDone: files.length === 0 && folders.length === 0 }
  }
}

/**
 * Removes contents with their thumbnails and drafts: together, or one by one when one of them cannot be removed. Returns
 * those that are gone, and the last error of the disk.
 */
async function removeContents(
  store: ContentStore,
  ids: readonly string[],
): Promise<{ removed: readonly string[]; error?: unknown }> {
  try {
    const contents = ids.flatMap((id) => [id, thumbnailContentId(id)])
    await store.removeAll({ contents, drafts: ids })
    return { removed: ids }
  } catch (error) {
    const removed: string[] = []
    if (ids.length > 1)
      for (const id of ids) removed.push(...(await removeContents(store, [id])).removed)
    return { removed, error }
  }
}

/** Milliseconds for which contents are collected: before they are removed the disk is waited for, some 12 ms. */
const removalDelayMs = 500
const scheduled = new WeakSet<Db>()

/** {@link removeDeletedContents} a little later, once for all that are queued until then. */
export function scheduleRemovalOfDeletedContents(context: { db: Db; store: ContentStore }): void {
  if (scheduled.has(context.db)) return
  scheduled.add(context.db)
  setTimeout(() => {
    scheduled.delete(context.db)
    void removeDeletedContents(context)
  }, removalDelayMs).unref()
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
  /** Contents that the disk does not give up. */
  const stuck: string[] = []
  try {
    while (db.isOpen()) {
      const sql = `SELECT entity_id FROM discards
        WHERE entity_id NOT IN (SELECT value FROM json_each(?)) LIMIT ?`
      const queued = db.query(sql, [JSON.stringify(stuck), batchSize], Content)
      const ids = queued.map((row) => row.entity_id)
      // A power cut must not bring back rows whose contents are gone. What stays queued goes with the next removal.
      if (ids.length === 0 || !db.checkpoint()) return
      const { removed, error } = await removeContents(store, ids)
      if (!db.isOpen()) return
      db.run('DELETE FROM discards WHERE entity_id IN (SELECT value FROM json_each(?))', [
        JSON.stringify(removed),
      ])
      // A disk that gives up nothing at all is not asked for the rest.
      if (removed.length === 0) throw error
      if (removed.length < ids.length) {
        console.error('Latchkey: contents could not be removed', error)
        const gone = new Set(removed)
        stuck.push(...ids.filter((id) => !gone.has(id)))
      }
      await nextTurn()
    }
  } catch (error) {
    console.error('Latchkey: contents could not be removed', error)
  }
}
