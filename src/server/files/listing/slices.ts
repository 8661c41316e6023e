import * as v from 'valibot'
import { FileType } from '#src/contract/file.ts'
import type { Db, SqlValue } from '#src/server/storage/db.ts'

/** Rows that one statement looks at; what is put together of small folders can be twice as many. */
export const sliceSize = 500
/** Folders whose children are counted by one statement. */
const folderBatch = 100

const Key = v.object({ key: v.number() })
const Child = v.object({ parent: v.number(), count: v.number() })

/** A part of the files: what follows FROM and WHERE, with its parameters. The files are `f`. */
export type FileSliceSql = {
  readonly from: string
  readonly where: string
  readonly params: readonly SqlValue[]
}

/** Ranges of keys with at most {@link sliceSize} rows that meet a condition on `f`. */
export function* keyRanges(
  db: Db,
  where: string,
  params: readonly SqlValue[],
): Generator<FileSliceSql, void> {
  let start = 0
  for (;;) {
    const sql = `SELECT f.key FROM files f WHERE ${where} AND f.key > ? ORDER BY f.key LIMIT 1 OFFSET ?`
    const end = db.first(sql, [...params, start, sliceSize], Key)?.key ?? Number.MAX_SAFE_INTEGER
    yield {
      from: 'files f',
      where: `${where} AND f.key > ? AND f.key <= ?`,
      params: [...params, start, end],
    }
    if (end === Number.MAX_SAFE_INTEGER) return
    start = end
  }
}

/**
 * Slices over all children of a type in folders, in the order of the folders: several small folders in one, a large
 * folder in several. `folders` may grow meanwhile. Gives undefined where others should be answered, too.
 */
export function* childSlices(
  db: Db,
  folders: readonly number[],
  type: number,
): Generator<FileSliceSql | undefined, void> {
  for (let at = 0; at < folders.length;) {
    const batch = folders.slice(at, at + folderBatch)
    at += batch.length
    const counts = db.query(
      `SELECT value AS parent, (
         SELECT count(*) FROM (SELECT 1 FROM files f WHERE f.parent_key = value AND f.type = ? LIMIT ?)
       ) AS count FROM json_each(?)`,
      [type, sliceSize + 1, JSON.stringify(batch)],
      Child,
    )
    let small: number[] = []
    let size = 0
    const together = (): FileSliceSql => ({
      from: 'json_each(?) AS folder CROSS JOIN files f',
      where: 'f.parent_key = folder.value AND f.type = ?',
      params: [JSON.stringify(small), type],
    })
    for (const { parent, count } of counts) {
      if (count > sliceSize) yield* keyRanges(db, 'f.parent_key = ? AND f.type = ?', [parent, type])
      else if (count > 0) {
        small.push(parent)
        size += count
      }
      if (size < sliceSize) continue
      yield together()
      small = []
      size = 0
    }
    yield small.length > 0 ? together() : undefined
  }
}

/** Keys of a folder and of all folders below it, each once. `pause` is called after each statement. */
export async function foldersAtOrBelow(
  db: Db,
  root: number,
  pause: () => Promise<void>,
): Promise<number[]> {
  const folders = [root]
  // A folder that is moved meanwhile can be met twice.
  const known = new Set(folders)
  for (const slice of childSlices(db, folders, FileType.folder)) {
    const rows = slice
      ? db.query(`SELECT f.key FROM ${slice.from} WHERE ${slice.where}`, slice.params, Key)
      : []
    for (const { key } of rows) {
      if (!known.has(key)) folders.push(key)
      known.add(key)
    }
    await pause()
  }
  return folders
}
