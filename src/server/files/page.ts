import { FileType } from '#src/contract/file.ts'
import { type Cursor, afterCursor, formatCursor, orderBy } from '#src/server/http/cursor.ts'
import type { Db, SqlValue } from '#src/server/storage/db.ts'
import { FileRow, fileColumns, isShortcutSql } from './files.ts'
import type { ResolvedUri } from './resolve.ts'

export const orders = ['name', 'size', 'updated_at', 'created_at'] as const
/** A sort column; '' sorts by key. */
export type Order = (typeof orders)[number] | ''

export type Page = { rows: FileRow[]; next: string | undefined }
export type PageRequest = {
  db: Db
  resolved: ResolvedUri
  order: Order
  isDescending: boolean
  /** Maximum number of rows. */
  size: number
  cursor: Cursor | null
}

/** The value of a row in the sort column. */
export function sortValue(file: FileRow, order: Order): Cursor['value'] {
  return order === '' ? null : file[order]
}

/** The page of sorted rows, of which there is one more than a page has when another page follows. */
export function pageOf(rows: readonly FileRow[], { size, order }: PageRequest): Page {
  const last = rows.length > size ? rows[size - 1] : undefined
  if (!last) return { rows: [...rows], next: undefined }
  const inFiles = last.type === FileType.file
  const next = formatCursor({ order, key: last.key, value: sortValue(last, order), inFiles })
  return { rows: rows.slice(0, size), next }
}

const isBelowTrashSql = `EXISTS (
  WITH RECURSIVE up (parent_key, trash_id) AS (
    SELECT f.parent_key, f.trash_id
    UNION ALL
    SELECT p.parent_key, p.trash_id FROM up JOIN files p ON p.key = up.parent_key
  ) SELECT 1 FROM up WHERE trash_id IS NOT NULL)`

/** The SQL condition on `f` for the items at a URI, and its parameter. */
export function itemsOf({ file, host, owner }: ResolvedUri): { where: string; container: number } {
  if (file) return { where: 'f.parent_key = ?', container: file.key }
  const where =
    host === 'trash' ? 'f.trash_id IS NOT NULL' : `${isShortcutSql} AND NOT ${isBelowTrashSql}`
  return { where: `f.owner_key = ? AND ${where}`, container: owner.key }
}

/** Reads a page of a folder, of the trash or of what is shared with the caller: folders, then files, each in the given order, behind the cursor. */
export function readFolderPage(request: PageRequest): Page {
  const { db, resolved, order, isDescending, size, cursor } = request
  const column = order === '' ? null : `f.${order}`
  const { where, container } = itemsOf(resolved)
  const rows: FileRow[] = []
  for (const type of cursor?.inFiles ? [FileType.file] : [FileType.folder, FileType.file]) {
    const start = cursor && cursor.inFiles === (type === FileType.file) ? cursor : null
    const after = afterCursor(start, column, 'f.key', isDescending)
    const params: SqlValue[] = [container, type, ...after.params, size + 1 - rows.length]
    const ordered = orderBy(column, 'f.key', isDescending)
    const sql = `SELECT ${fileColumns} FROM files f WHERE ${where} AND f.type = ?${after.sql}${ordered} LIMIT ?`
    rows.push(...db.query(sql, params, FileRow))
    if (rows.length > size) break
  }
  return pageOf(rows, request)
}
