import { randomUUID } from 'node:crypto'
import { Capability } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import { queryInteger, readUri } from './call.ts'
import type { Call, Route } from './call.ts'
import { afterCursor, formatCursor, orderBy, parseCursor } from './cursor.ts'
import type { Cursor } from './cursor.ts'
import type { Db, SqlValue } from './db.ts'
import { Refusal, zeroTime } from './envelope.ts'
import { FileRow, fileBody, fileColumns, writeUri } from './files.ts'
import { infoRoutes } from './info.ts'
import { addressOf, isRoot, requireCapability, resolvePlace } from './resolve.ts'
import type { Place } from './resolve.ts'
import { parseSearch } from './search.ts'
import type { Search } from './search.ts'
import { sieveSql } from './sieve.ts'
import { storagePolicy } from './site.ts'
import { effectiveView, viewBody } from './views.ts'

/** The largest page; a bigger wish is cut to it (contract.md §4.1). */
const maxPageSize = 2000

const orders = ['name', 'size', 'updated_at', 'created_at'] as const
type Order = (typeof orders)[number] | ''

type Page = { rows: FileRow[]; next: string | undefined }
type Walk = {
  db: Db
  place: Place
  order: Order
  isDescending: boolean
  size: number
  cursor: Cursor | null
  /** null lists the folder, conditions search it and everything below. */
  search: Search | null
}

function valueOf(file: FileRow, order: Order): Cursor['value'] {
  return order === '' ? null : file[order]
}

function source(
  place: Place,
  isSearch: boolean,
): { where: string; params: SqlValue[]; from: string } {
  if (!place.file) {
    const where = 'f.owner_key = ? AND f.trash_id IS NOT NULL AND f.type = ?'
    return { from: 'files f', where, params: [place.owner.key] }
  }
  if (!isSearch) {
    return { from: 'files f', where: 'f.parent_key = ? AND f.type = ?', params: [place.file.key] }
  }
  return {
    from: `(WITH RECURSIVE below (key) AS (
        SELECT ? UNION ALL SELECT c.key FROM below JOIN files c ON c.parent_key = below.key AND c.type = 1
      ) SELECT key FROM below) AS folder CROSS JOIN files f`,
    where: 'f.parent_key = folder.key AND f.type = ?',
    params: [place.file.key],
  }
}

/** One page: folders, then files, each in the order asked for, from behind the cursor. */
function readPage({ db, place, order, isDescending, size, cursor, search }: Walk): Page {
  const column = order === '' ? null : `f.${order}`
  const { from, where, params } = source(place, search !== null)
  const ordered = orderBy(column, 'f.key', isDescending)
  const rows: FileRow[] = []
  const kinds = cursor?.inFiles ? [FileType.file] : [FileType.folder, FileType.file]
  for (const type of kinds) {
    if (search?.type !== undefined && search.type !== type) continue
    let from_ = cursor && cursor.inFiles === (type === FileType.file) ? cursor : null
    // One more than a page holds tells whether there is a next page. A search reads on until it has found as many.
    for (let more = 0; rows.length <= size; more = 20_000) {
      const wanted = size + 1 - rows.length + more
      const after = afterCursor(from_, column, 'f.key', isDescending)
      // What a search sorts is keys alone: it looks at far more rows than it shows.
      const sql = search
        ? `SELECT ${fileColumns} FROM (
             SELECT f.key AS found FROM ${from} WHERE ${where} AND ${sieveSql}${after.sql}${ordered} LIMIT ?
           ) CROSS JOIN files f ON f.key = found${ordered}`
        : `SELECT ${fileColumns} FROM ${from} WHERE ${where}${after.sql}${ordered} LIMIT ?`
      const sieve = search?.sieve ?? []
      const found = db.query(sql, [...params, type, ...sieve, ...after.params, wanted], FileRow)
      for (const row of found) {
        if (rows.length <= size && (search?.matches(row) ?? true)) rows.push(row)
      }
      const last = found.at(-1)
      if (!last || found.length < wanted) break
      from_ = { order, key: last.key, value: valueOf(last, order), inFiles: false }
    }
  }
  const last = rows.length > size ? rows[size - 1] : undefined
  if (!last) return { rows, next: undefined }
  const next = formatCursor({
    order,
    key: last.key,
    value: valueOf(last, order),
    inFiles: last.type === FileType.file,
  })
  return { rows: rows.slice(0, size), next }
}

const zeroFolder = {
  type: FileType.file,
  id: '',
  name: '',
  created_at: zeroTime,
  updated_at: zeroTime,
  size: 0,
  metadata: null,
}

/** `GET /file` (contract.md §4): a folder, the trash, a share, or a search below any of them. A shared file is listed alone. */
function listFiles(call: Call): unknown {
  const { db } = call.context
  const text = call.query.get('uri')
  if (!text) throw new Refusal(Code.invalidParameters, 'Uri cannot be empty')
  const page = queryInteger(call, 'page') ?? 0
  if (page < 0) throw new Refusal(Code.invalidParameters, 'Page too short')
  const wish = queryInteger(call, 'page_size') ?? 0
  const uri = readUri(text)
  call.context.collector.tick()
  const place = resolvePlace(call, uri)
  const isListable =
    place.host === 'trash'
      ? place.file === null
      : place.share?.isFile
        ? isRoot(place)
        : place.file?.type === FileType.folder
  if (!isListable) throw new Refusal(Code.pathNotFound, 'Path not exist')
  requireCapability(place, Capability.listChildren)

  const view = effectiveView(db, place)
  const wishedSize = wish > 0 ? wish : (view?.page_size ?? 0)
  const size = Math.min(wishedSize > 0 ? Math.trunc(wishedSize) : 100, maxPageSize)
  const orderText = call.query.get('order_by') || (view?.order ?? '')
  const direction = call.query.get('order_direction') || (view?.order_direction ?? '')
  const order = orders.find((name) => name === orderText) ?? ''
  const isDescending = direction === 'desc'

  const token = call.query.get('next_page_token')
  const cursor = token ? parseCursor(token, order, order === 'name') : null
  if (token && !cursor) {
    throw new Refusal(Code.unclassified, '', { detail: 'malformed next_page_token' })
  }
  const search = uri.search?.length ? parseSearch(uri.search) : null
  const isSingle = place.share?.isFile ?? false
  const { rows, next } = isSingle
    ? { rows: place.chain.filter((file) => search?.matches(file) ?? true), next: undefined }
    : readPage({ db, place, order, isDescending, size, cursor, search })

  const { capability, isOwned } = place
  const pathOf = (file: FileRow) => {
    if (place.host === 'trash') return writeUri({ host: 'trash', segments: [file.trash_id ?? ''] })
    if (search) return writeUri(addressOf(db, place, file))
    return writeUri({ ...place.uri, segments: [...place.uri.segments, file.name] })
  }
  const paging = { page_size: size, order: orderText, order_direction: direction }
  return {
    files: rows.map((file) => fileBody(file, pathOf(file), { capability, isOwned })),
    parent: isSingle
      ? { ...zeroFolder, type: FileType.folder, path: writeUri(place.uri), capability }
      : place.file
        ? fileBody(place.file, writeUri(place.uri), { capability, isOwned, withMetadata: false })
        : zeroFolder,
    pagination: isSingle
      ? { page: 0, page_size: 0 }
      : { page: 0, page_size: size, ...(next ? { next_token: next } : {}), is_cursor: true },
    props: {
      capability,
      max_page_size: maxPageSize,
      order_by_options: orders,
      order_direction_options: ['asc', 'desc'],
    },
    context_hint: randomUUID(),
    mixed_type: false,
    ...(isSingle ? { single_file_view: true } : {}),
    ...(place.host === 'my' ? { storage_policy: storagePolicy } : {}),
    ...(view ? { view: viewBody(view, paging) } : {}),
  }
}

export const fileRoutes: readonly Route[] = [['GET', '/file', listFiles], ...infoRoutes]
