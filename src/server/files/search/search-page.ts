import { FileType } from '#src/contract/file.ts'
import {
  type ListedRow,
  type SortColumn,
  type PageRequest,
  itemsSqlCondition,
  queryListedRows,
  sortValue,
  withLongTexts,
} from '#src/server/files/listing/page.ts'
import {
  type FileSliceSql,
  foldersAtOrBelow,
  keyRanges,
  sliceSize,
  childSlices,
} from '#src/server/files/listing/slices.ts'
import { type Cursor, afterCursorCondition } from '#src/server/http/cursor.ts'
import { prefilterSql } from './search-sql.ts'
import type { ParsedSearch } from './search.ts'

/** Compares texts as the database does, by their UTF-8 bytes: these are in the order of the code points. */
function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  // Surrogates stand for the highest code points, but two more ranges of 16-bit codes follow them.
  const rank = (code: number) =>
    code < 0xd800 ? code : code < 0xe000 ? code + 0x2000 : code - 0x800
  for (let at = 0; at < length; at++) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (a !== b) return rank(a) - rank(b)
  }
  return one.length - other.length
}

function compareRows(
  order: SortColumn,
  isDescending: boolean,
): (a: ListedRow, b: ListedRow) => number {
  const sign = isDescending ? -1 : 1
  return (a, b) => {
    const [one, other] = [sortValue(a, order), sortValue(b, order)]
    let result = 0
    if (typeof one === 'string') result = compareTexts(one, String(other))
    else if (one !== null) result = one - Number(other)
    return sign * (result || a.key - b.key)
  }
}

/** The rows of a slice that the database takes for matches, behind `after` and before `before`. */
function readSlice(
  { db, order, isDescending }: PageRequest,
  search: ParsedSearch,
  slice: FileSliceSql,
  after: Cursor | null,
  before: Cursor | null,
): ListedRow[] {
  // The sign keeps the database from an index of the column: the slice is found by its keys.
  const column = order === '' ? null : `+f.${order}`
  const low = afterCursorCondition(after, column, '+f.key', isDescending)
  const high = afterCursorCondition(before, column, '+f.key', !isDescending)
  return queryListedRows(
    db,
    `FROM ${slice.from} WHERE ${slice.where} AND ${prefilterSql}${low.sql}${high.sql}`,
    [...slice.params, ...search.prefilter, ...low.params, ...high.params],
  )
}

/**
 * Searches a folder and everything below it, or a root that is not a folder. `pause` is called after each step, so that
 * other requests can be answered. Resolves to the rows of a page, and one more where another page follows;
 * `isIncomplete` when it took longer than `timeoutMs`, with what was found until then.
 */
export async function readSearchPage(
  request: PageRequest,
  search: ParsedSearch,
  timeoutMs: number,
  pause: () => Promise<void>,
): Promise<{ rows: ListedRow[]; isIncomplete: boolean }> {
  const { db, resolved, order, isDescending, size, cursor } = request
  const end = performance.now() + timeoutMs
  const folders = resolved.file ? await foldersAtOrBelow(db, resolved.file.key, pause) : []
  const { where, container } = itemsSqlCondition(resolved)
  const compare = compareRows(order, isDescending)
  const rows: ListedRow[] = []
  for (const type of cursor?.inFiles ? [FileType.file] : [FileType.folder, FileType.file]) {
    if (search.type !== undefined && search.type !== type) continue
    if (rows.length > size) break
    const start = cursor && cursor.inFiles === (type === FileType.file) ? cursor : null
    const slices = resolved.file
      ? childSlices(db, folders, type)
      : keyRanges(db, `${where} AND f.type = ?`, [container, type])
    let found: ListedRow[] = []
    /** Rows after this one are not on the page. */
    let last: Cursor | null = null
    for (const slice of slices) {
      for (const row of slice ? readSlice(request, search, slice, start, last) : []) {
        const candidate = search.readsTexts ? withLongTexts(db, row) : row
        if (search.matches(candidate, resolved.isOwned)) found.push(row)
        await pause()
      }
      if (found.length > size + sliceSize) {
        found = found.sort(compare).slice(0, size + 1)
        const row = found[size]
        if (row) last = { order, key: row.key, value: sortValue(row, order), inFiles: false }
      }
      await pause()
      if (performance.now() < end) continue
      rows.push(...found.sort(compare))
      return { rows: rows.slice(0, size), isIncomplete: true }
    }
    rows.push(...found.sort(compare).slice(0, size + 1 - rows.length))
  }
  return { rows, isIncomplete: false }
}
