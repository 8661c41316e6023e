import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import { FileType } from '#src/contract/file.ts'
import { type Cursor, afterCursor, orderBy } from '#src/server/http/cursor.ts'
import type { Db, SqlValue } from '#src/server/storage/db.ts'
import {
  type ListedRow,
  type Order,
  type PageRequest,
  itemsOf,
  listedRows,
  sortValue,
  withTexts,
} from './page.ts'
import { prefilterSql } from './search-sql.ts'
import type { Search } from './search.ts'

/** Rows that one statement looks at; others are answered between two statements. */
const sliceSize = 2_500
/** Folders whose children are counted by one statement. */
const folderBatch = 500

const Key = v.object({ key: v.number() })
const Child = v.object({ parent: v.number(), count: v.number() })

/** A part of the searched files: a condition for `FROM files f` with its parameters. */
type Slice = { readonly from: string; readonly where: string; readonly params: readonly SqlValue[] }

/** Ranges of keys with at most {@link sliceSize} rows of the same container and type. */
function* keyRanges(db: Db, where: string, params: readonly SqlValue[]): Generator<Slice> {
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

/** Slices over all children of the folders: several small folders in one, a large folder in several. */
function* slicesOf(db: Db, folders: readonly number[], type: number): Generator<Slice | undefined> {
  for (let at = 0; at < folders.length; at += folderBatch) {
    const counts = db.query(
      `SELECT value AS parent, (SELECT count(*) FROM files f WHERE f.parent_key = value AND f.type = ?) AS count
       FROM json_each(?)`,
      [type, JSON.stringify(folders.slice(at, at + folderBatch))],
      Child,
    )
    let small: number[] = []
    let size = 0
    const together = (): Slice => ({
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

/** Keys of a folder and all folders below it. */
async function foldersBelow(db: Db, root: number, pause: () => Promise<void>): Promise<number[]> {
  const folders = [root]
  for (let at = 0; at < folders.length;) {
    const batch = folders.slice(at, at + folderBatch)
    const children = db.query(
      'SELECT f.key FROM json_each(?) AS folder CROSS JOIN files f WHERE f.parent_key = folder.value AND f.type = 1',
      [JSON.stringify(batch)],
      Key,
    )
    at += batch.length
    for (const { key } of children) folders.push(key)
    await pause()
  }
  return folders
}

/** Compares as the database does: texts by their UTF-8 bytes. */
function compareRows(order: Order, isDescending: boolean): (a: ListedRow, b: ListedRow) => number {
  const sign = isDescending ? -1 : 1
  return (a, b) => {
    const [one, other] = [sortValue(a, order), sortValue(b, order)]
    let result = 0
    if (typeof one === 'string')
      result = Buffer.compare(Buffer.from(one), Buffer.from(String(other)))
    else if (one !== null) result = one - Number(other)
    return sign * (result || a.key - b.key)
  }
}

/** The first rows of a slice that match, in order, behind the cursor. */
function searchSlice(
  { db, order, isDescending, size }: PageRequest,
  search: Search,
  slice: Slice,
  cursor: Cursor | null,
): ListedRow[] {
  const column = order === '' ? null : `f.${order}`
  const ordered = orderBy(column, 'f.key', isDescending)
  const rows: ListedRow[] = []
  let position = cursor
  for (let limit = size + 1; rows.length <= size; limit = sliceSize) {
    const after = afterCursor(position, column, 'f.key', isDescending)
    const found = listedRows(
      db,
      `FROM (
         SELECT f.key AS found FROM ${slice.from} WHERE ${slice.where} AND ${prefilterSql}${after.sql}${ordered} LIMIT ?
       ) CROSS JOIN files f ON f.key = found${ordered}`,
      [...slice.params, ...search.prefilter, ...after.params, limit],
    )
    rows.push(
      ...found.filter((row) => search.matches(search.readsTexts ? withTexts(db, row) : row)),
    )
    const last = found.at(-1)
    if (!last || found.length < limit) break
    position = { order, key: last.key, value: sortValue(last, order), inFiles: false }
  }
  return rows
}

/**
 * Searches a folder and everything below it, or a root that is not a folder, in slices between which other requests are answered.
 * Resolves to the rows of a page, and one more where another page follows; `isIncomplete` when it took longer than
 * `timeoutMs`, with what was found until then.
 */
export async function readSearchPage(
  request: PageRequest,
  search: Search,
  timeoutMs: number,
): Promise<{ rows: ListedRow[]; isIncomplete: boolean }> {
  const { db, resolved, order, isDescending, size, cursor } = request
  const end = performance.now() + timeoutMs
  const pause = () => nextTurn()
  const folders = resolved.file ? await foldersBelow(db, resolved.file.key, pause) : []
  const { where, container } = itemsOf(resolved)
  const compare = compareRows(order, isDescending)
  const rows: ListedRow[] = []
  for (const type of cursor?.inFiles ? [FileType.file] : [FileType.folder, FileType.file]) {
    if (search.type !== undefined && search.type !== type) continue
    if (rows.length > size) break
    const start = cursor && cursor.inFiles === (type === FileType.file) ? cursor : null
    const slices = resolved.file
      ? slicesOf(db, folders, type)
      : keyRanges(db, `${where} AND f.type = ?`, [container, type])
    let found: ListedRow[] = []
    for (const slice of slices) {
      if (slice) found.push(...searchSlice(request, search, slice, start))
      if (found.length > 4 * size) found = found.sort(compare).slice(0, size + 1)
      await pause()
      if (performance.now() < end) continue
      rows.push(...found.sort(compare))
      return { rows, isIncomplete: true }
    }
    rows.push(...found.sort(compare).slice(0, size + 1 - rows.length))
  }
  return { rows, isIncomplete: false }
}
