import { randomUUID } from 'node:crypto'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileListPage, FileType } from '#src/contract/file.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
import {
  type FileRow,
  toFileResponse,
  formatUriWithRootSlash,
  createInsideCheck,
} from '#src/server/files/files.ts'
import { callerUriOf, isRootUri, requireCapability, resolveUri } from '#src/server/files/resolve.ts'
import type { ResolvedUri } from '#src/server/files/resolve.ts'
import { readSearchPage } from '#src/server/files/search/search-page.ts'
import { parseUriSearch } from '#src/server/files/search/search.ts'
import { parseCursor } from '#src/server/http/cursor.ts'
import { queryInteger, parseRequestUri } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError, zeroTime } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { networkOf } from '#src/server/http/security/client-address.ts'
import { storagePolicy } from '#src/server/http/site.ts'
import { createAbortablePause } from '#src/server/http/time-slices.ts'
import type { WithRequired, Wire } from '#src/server/http/wire.ts'
import type { Db } from '#src/server/storage/db.ts'
import { effectiveView, toViewResponse } from '#src/server/views/views.ts'
import {
  type SortColumn,
  sortColumns,
  pageOfRows,
  readFolderPage,
  readSharedFileRow,
} from './page.ts'

/** Maximum number of rows in a page; a larger `page_size` is reduced to it (docs/protocol.md §4.2). */
const maxPageSize = 2000
/** Further searches of an address that wait: one ends after five seconds at the latest. */
const maxWaitingSearches = 4

const zeroFolder = {
  type: FileType.file,
  id: '',
  name: '',
  created_at: zeroTime,
  updated_at: zeroTime,
  size: 0,
  metadata: null,
}

/** The addresses of what a search has found; the way up is looked up once for each folder. */
function addressesBelow(db: Db, resolved: ResolvedUri): (file: FileRow) => ParsedUri {
  const folders = new Map<number, ParsedUri>()
  return (file) => {
    const folder = folders.get(file.parent_key ?? 0)
    if (folder) return { ...folder, segments: [...folder.segments, file.name] }
    const uri = callerUriOf(db, resolved, file)
    if (file.parent_key !== null) {
      folders.set(file.parent_key, { ...uri, segments: uri.segments.slice(0, -1) })
    }
    return uri
  }
}

/** Runs a search. Of the searches of callers at one address who are not signed in, one is in progress at a time. */
async function searchInTurn<T>(
  ctx: RequestContext,
  search: (pause: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { address, closed, context, user } = ctx
  const client = user || address === '' ? '' : `search ${networkOf(address)}`
  const limits = { running: 1, waiting: maxWaitingSearches }
  const leave = await context.admission.enter(client, closed, limits)
  try {
    return await search(createAbortablePause(ctx))
  } finally {
    leave()
  }
}

type FileListBody = WithRequired<Wire<typeof FileListPage>, 'parent' | 'pagination' | 'props'>

/**
 * `GET /file` (docs/protocol.md §4): lists a folder, the trash, a share or what is shared with the caller, or searches below it. A shared file is
 * listed alone.
 */
async function listFiles(ctx: RequestContext): Promise<FileListBody> {
  const { db } = ctx.context
  const text = ctx.query.get('uri')
  if (!text) throw new HttpError(ErrorCode.invalidParameters, 'Uri cannot be empty')
  const page = queryInteger(ctx, 'page') ?? 0
  if (page < 0) throw new HttpError(ErrorCode.invalidParameters, 'Page too short')
  const requestedSize = queryInteger(ctx, 'page_size') ?? 0
  const uri = parseRequestUri(text)
  ctx.context.retentionJob.runIfDue()
  let resolved = resolveUri(ctx, uri)
  const isListable =
    resolved.host === 'trash' || resolved.host === 'shared_with_me'
      ? resolved.file === null
      : resolved.share?.isFile
        ? isRootUri(resolved)
        : resolved.file?.type === FileType.folder
  if (!isListable) throw new HttpError(ErrorCode.pathNotFound, 'Path not exist')
  requireCapability(resolved, Capability.listChildren)

  const view = effectiveView(db, resolved)
  const pageSize = requestedSize > 0 ? requestedSize : (view?.page_size ?? 0)
  const size = Math.min(pageSize > 0 ? Math.trunc(pageSize) : 100, maxPageSize)
  const orderText = ctx.query.get('order_by') || (view?.order ?? '')
  const direction = ctx.query.get('order_direction') || (view?.order_direction ?? '')
  const order: SortColumn = sortColumns.find((name) => name === orderText) ?? ''
  const isDescending = direction === 'desc'

  const token = ctx.query.get('next_page_token')
  const cursor = token ? parseCursor(token, order, order === 'name') : null
  if (token && !cursor) {
    throw new HttpError(ErrorCode.unclassified, '', { detail: 'malformed next_page_token' })
  }
  const search = uri.search?.length ? parseUriSearch(uri.search) : null
  const isSingle = resolved.share?.isFile ?? false
  const request = { db, resolved, order, isDescending, size, cursor }
  const addressOf = addressesBelow(db, resolved)
  const { rows, isIncomplete } = isSingle
    ? {
        rows: readSharedFileRow(request).filter(
          (file) => search?.matches(file, resolved.isOwned) ?? true,
        ),
        isIncomplete: false,
      }
    : search
      ? await searchInTurn(ctx, async (pause) => {
          const page = await readSearchPage(request, search, ctx.context.searchTimeoutMs, pause)
          for (const row of page.rows) {
            addressOf(row)
            await pause()
          }
          return page
        })
      : { rows: readFolderPage(request), isIncomplete: false }

  const left = new Set<number>()
  if (search && resolved.share) {
    // Others were answered during the search: the link can have ended, and what was found can have been moved out of it.
    resolved = resolveUri(ctx, uri)
    const isInside = createInsideCheck(db, resolved.file?.key ?? 0)
    for (const row of rows) if (!isInside(row)) left.add(row.key)
  }
  const { capability, isOwned } = resolved
  const pathOf = (file: FileRow) => {
    if (left.has(file.key)) return ''
    if (resolved.host === 'trash')
      return formatUriWithRootSlash({ host: 'trash', segments: [file.trash_id ?? ''] })
    if (resolved.host === 'shared_with_me')
      return formatUriWithRootSlash({ host: resolved.host, segments: [file.id] })
    if (search) return formatUriWithRootSlash(addressOf(file))
    return formatUriWithRootSlash({
      ...resolved.uri,
      segments: [...resolved.uri.segments, file.name],
    })
  }
  // What was moved out still counts as a row, so that the next page begins behind it.
  const { files: listed, next } = pageOfRows(rows, request, pathOf, (file, path) =>
    toFileResponse(file, path, { capability, isOwned, texts: file }),
  )
  const files = listed.filter((_, index) => !left.has(rows[index]?.key ?? 0))
  const paging = { page_size: size, order: orderText, order_direction: direction }
  return {
    files,
    parent: isSingle
      ? {
          ...zeroFolder,
          type: FileType.folder,
          path: formatUriWithRootSlash(resolved.uri),
          capability,
        }
      : resolved.file
        ? toFileResponse(resolved.file, formatUriWithRootSlash(resolved.uri), {
            capability,
            isOwned,
          })
        : zeroFolder,
    pagination: isSingle
      ? { page: 0, page_size: 0 }
      : {
          page: 0,
          page_size: size,
          ...(next && !isIncomplete ? { next_token: next } : {}),
          is_cursor: true,
        },
    props: {
      capability,
      max_page_size: maxPageSize,
      order_by_options: sortColumns,
      order_direction_options: ['asc', 'desc'],
    },
    context_hint: randomUUID(),
    mixed_type: false,
    ...(isSingle ? { single_file_view: true } : {}),
    ...(isIncomplete ? { recursion_limit_reached: true } : {}),
    ...(resolved.host === 'my' ? { storage_policy: storagePolicy } : {}),
    ...(view ? { view: toViewResponse(view, paging) } : {}),
  }
}

export const fileListRoutes: readonly Route[] = [['GET', '/file', route(FileListPage, listFiles)]]
