import * as v from 'valibot'
import { FileType, MetadataKey } from '#src/contract/file.ts'
import { FileRow, isInTrashSql, isShortcutSql, fileRowColumns } from '#src/server/files/files.ts'
import { parseMetadata, readLongTextColumns } from '#src/server/files/metadata/item-texts.ts'
import type { ResolvedUri } from '#src/server/files/resolve.ts'
import {
  type Cursor,
  afterCursorCondition,
  formatCursor,
  orderByClause,
} from '#src/server/http/cursor.ts'
import { itemsWithinAnswerSize } from '#src/server/http/responses/answer-bytes.ts'
import type { Db, SqlValue } from '#src/server/storage/db.ts'

export const sortColumns = ['name', 'size', 'updated_at', 'created_at'] as const
/** A sort column; '' sorts by key. */
export type SortColumn = (typeof sortColumns)[number] | ''

/** Bytes of the texts of an item above which they are not read together with those of others. */
const longText = 2048
/** Bytes of an item in an answer beside its name, path and texts, about. */
const itemBytes = 400

const ListedRow = v.object({
  ...FileRow.entries,
  metadata: v.nullable(v.string()),
  restore_uri: v.nullable(v.string()),
  text_bytes: v.number(),
})
/** The texts are null when they are long, and {@link withLongTexts} reads them. */
export type ListedRow = v.InferOutput<typeof ListedRow>

// The length of a text is in its row; the text itself can be on hundreds of other pages of the database.
const textBytes = 'ifnull(octet_length(f.metadata), 0) + ifnull(octet_length(f.restore_uri), 0)'
const ifShort = (value: string, otherwise: string) =>
  `iif(${textBytes} <= ${longText}, ${value}, ${otherwise})`
const listedColumns = `${fileRowColumns}, ${ifShort(`ifnull(${isShortcutSql('f')}, 0)`, '0')} AS is_shortcut,
  ${ifShort('f.metadata', 'NULL')} AS metadata, ${ifShort('f.restore_uri', 'NULL')} AS restore_uri, ${textBytes} AS text_bytes`

/** Rows of a list from `FROM files f` and what follows in `sql`. */
export const queryListedRows = (db: Db, sql: string, params: readonly SqlValue[]): ListedRow[] =>
  db.query(`SELECT ${listedColumns} ${sql}`, params, ListedRow)

/** The row with its texts, which it has already unless they are long. */
export function withLongTexts(db: Db, row: ListedRow): ListedRow {
  if (row.text_bytes <= longText) return row
  const texts = readLongTextColumns(db, row.key)
  const isShortcut = Object.hasOwn(parseMetadata(texts.metadata), MetadataKey.sharedRedirect)
  return { ...row, ...texts, is_shortcut: isShortcut }
}

export type PageRequest = {
  db: Db
  resolved: ResolvedUri
  order: SortColumn
  isDescending: boolean
  /** Maximum number of rows. */
  size: number
  cursor: Cursor | null
}

/** The value of a row in the sort column. */
export function sortValue(file: FileRow, order: SortColumn): Cursor['value'] {
  return order === '' ? null : file[order]
}

/**
 * The page of sorted rows, of which there are more than a page has when another page follows: at most `size` rows and 8 MB.
 * `bodyOf` makes the item at a path; the texts of each row are read when it comes to it.
 */
export function pageOfRows<Item>(
  rows: readonly ListedRow[],
  { db, order, size }: Pick<PageRequest, 'db' | 'order' | 'size'>,
  pathOf: (row: ListedRow) => string,
  bodyOf: (row: ListedRow, path: string) => Item,
): { files: Item[]; next: string | undefined } {
  const files = itemsWithinAnswerSize(rows.slice(0, size), (row) => {
    const full = withLongTexts(db, row)
    const path = pathOf(full)
    const texts = [row.name, full.metadata ?? '', full.restore_uri ?? '', path]
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), itemBytes)
    return { item: bodyOf(full, path), bytes }
  })
  const last = files.length < rows.length ? rows[files.length - 1] : undefined
  if (!last) return { files, next: undefined }
  const inFiles = last.type === FileType.file
  const next = formatCursor({ order, key: last.key, value: sortValue(last, order), inFiles })
  return { files, next }
}

const isBelowTrashSql = `EXISTS (
  WITH RECURSIVE up (parent_key, trash_id) AS (
    SELECT f.parent_key, f.trash_id
    UNION ALL
    SELECT p.parent_key, p.trash_id FROM up JOIN files p ON p.key = up.parent_key
  ) SELECT 1 FROM up WHERE trash_id IS NOT NULL)`

/** Returns the SQL condition on `f` for the items at a URI, and its parameter. */
export function itemsSqlCondition({ file, host, owner }: ResolvedUri): {
  where: string
  container: number
} {
  if (file) return { where: 'f.parent_key = ?', container: file.key }
  const where = host === 'trash' ? isInTrashSql : `${isShortcutSql('f')} AND NOT ${isBelowTrashSql}`
  return { where: `f.owner_key = ? AND ${where}`, container: owner.key }
}

/**
 * Reads the rows of a page of a folder, of the trash or of what is shared with the caller, and one more where another page
 * follows: folders, then files, each in the given order, behind the cursor.
 */
export function readFolderPage(request: PageRequest): ListedRow[] {
  const { db, resolved, order, isDescending, size, cursor } = request
  const column = order === '' ? null : `f.${order}`
  const { where, container } = itemsSqlCondition(resolved)
  const rows: ListedRow[] = []
  for (const type of cursor?.inFiles ? [FileType.file] : [FileType.folder, FileType.file]) {
    const start = cursor && cursor.inFiles === (type === FileType.file) ? cursor : null
    const after = afterCursorCondition(start, column, 'f.key', isDescending)
    const params: SqlValue[] = [container, type, ...after.params, size + 1 - rows.length]
    const ordered = orderByClause(column, 'f.key', isDescending)
    const sql = `FROM files f WHERE ${where} AND f.type = ?${after.sql}${ordered} LIMIT ?`
    rows.push(...queryListedRows(db, sql, params))
    if (rows.length > size) break
  }
  return rows
}

/** Reads the row of a file that is shared alone, with its texts. */
export const readSharedFileRow = ({ db, resolved }: PageRequest): ListedRow[] =>
  queryListedRows(db, 'FROM files f WHERE f.key = ?', [resolved.file?.key ?? 0]).map((row) =>
    withLongTexts(db, row),
  )
