import * as v from 'valibot'
import type { SqlValue } from '#src/server/storage/db.ts'

/** The end of a page: key and sort value of its last row, and the sort order that it belongs to. */
const Cursor = v.object({
  order: v.string(),
  key: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  value: v.nullable(v.union([v.string(), v.pipe(v.number(), v.safeInteger())])),
  /** The page ended among the files, which follow the folders. */
  inFiles: v.optional(v.boolean(), false),
})
export type Cursor = v.InferOutput<typeof Cursor>

/** Encodes a cursor as an opaque token (base64 JSON). */
export const formatCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64')

/** Decodes a token; null when it is malformed or belongs to another sort order. */
export function parseCursor(token: string, order: string, isText: boolean): Cursor | null {
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
  } catch {
    return null
  }
  const read = v.safeParse(Cursor, json)
  if (!read.success || read.output.order !== order) return null
  const kind = order === '' ? 'object' : isText ? 'string' : 'number'
  return typeof read.output.value === kind ? read.output : null
}

/** The SQL condition for the rows after a cursor, sorted by `column` (null: none) and then by key. */
export function afterCursorCondition(
  cursor: Cursor | null,
  column: string | null,
  key: string,
  isDescending: boolean,
): { sql: string; params: SqlValue[] } {
  if (!cursor) return { sql: '', params: [] }
  const sign = isDescending ? '<' : '>'
  return column === null
    ? { sql: ` AND ${key} ${sign} ?`, params: [cursor.key] }
    : { sql: ` AND (${column}, ${key}) ${sign} (?, ?)`, params: [cursor.value, cursor.key] }
}

/** The `ORDER BY` clause for the same order. */
export function orderByClause(column: string | null, key: string, isDescending: boolean): string {
  const direction = isDescending ? 'DESC' : 'ASC'
  return ` ORDER BY ${column === null ? '' : `${column} ${direction}, `}${key} ${direction}`
}
