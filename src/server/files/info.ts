import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { File, FileType } from '#src/contract/file.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import { toPublicUserResponse, userByKey } from '#src/server/accounts/users.ts'
import {
  queryFlag,
  parseRequestUri,
  requireId,
  requireUser,
} from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError, isoTime } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { storagePolicy } from '#src/server/http/site.ts'
import { createAbortablePause } from '#src/server/http/time-slices.ts'
import { shareBodiesOfFile } from '#src/server/shares/shares.ts'
import { parseView } from '#src/server/views/views.ts'
import {
  ownerCapabilities,
  toFileResponse,
  fileById,
  uriAndAncestorsOf,
  formatUriWithRootSlash,
} from './files.ts'
import type { FileResponse, FileRow } from './files.ts'
import { foldersAtOrBelow, childSlices } from './listing/slices.ts'
import { readLongTextColumns } from './metadata/item-texts.ts'
import { callerUriOf, requireCapability, resolveUri } from './resolve.ts'

const EntityRow = v.object({
  id: v.string(),
  size: v.number(),
  type: v.number(),
  created_at: v.number(),
  created_by: v.nullable(v.number()),
})
const Sum = v.object({ files: v.number(), size: v.number() })

/** Counts what is below a folder, in slices between which other requests are answered, for as long as a search may take. */
async function summary(
  ctx: RequestContext,
  file: FileRow,
): Promise<FileResponse['folder_summary']> {
  const { db, now, searchTimeoutMs } = ctx.context
  const end = performance.now() + searchTimeoutMs
  const pause = createAbortablePause(ctx)
  const folders = await foldersAtOrBelow(db, file.key, pause)
  const total = { files: 0, folders: folders.length - 1, size: 0 }
  let completed = true
  for (const slice of childSlices(db, folders, FileType.file)) {
    if (performance.now() >= end) {
      completed = false
      break
    }
    if (!slice) continue
    const sql = `SELECT count(*) AS files, ifnull(sum(f.size), 0) AS size FROM ${slice.from} WHERE ${slice.where}`
    const sum = db.first(sql, slice.params, Sum)
    total.files += sum?.files ?? 0
    total.size += sum?.size ?? 0
    await pause()
  }
  return { ...total, completed, calculated_at: isoTime(now()) }
}

function extendedInfo(ctx: RequestContext, file: FileRow): FileResponse['extended_info'] {
  const { db } = ctx.context
  const entities = db.query(
    'SELECT id, size, type, created_at, created_by FROM entities WHERE file_key = ? ORDER BY created_at DESC, key DESC',
    [file.key],
    EntityRow,
  )
  const shares = shareBodiesOfFile(ctx, file)
  const { view } = readLongTextColumns(db, file.key)
  return {
    storage_policy: storagePolicy,
    storage_used: entities.reduce((sum, entity) => sum + entity.size, 0),
    ...(shares.length > 0 ? { shares } : {}),
    ...(entities.length > 0
      ? {
          entities: entities.map((entity) => {
            const author = entity.created_by === null ? undefined : userByKey(db, entity.created_by)
            return {
              id: entity.id,
              size: entity.size,
              type: entity.type,
              created_at: isoTime(entity.created_at),
              ...(author ? { created_by: toPublicUserResponse(author, true) } : {}),
            }
          }),
        }
      : {}),
    ...(view === null ? {} : { view: parseView(view) }),
  }
}

function findById(ctx: RequestContext, id: string): FileRow {
  const user = requireUser(ctx)
  const file = fileById(ctx.context.db, requireId(id))
  if (!file) throw new HttpError(ErrorCode.unclassified, '', { detail: 'no such file' })
  if (file.owner_key !== user.key)
    throw new HttpError(ErrorCode.ownerOnly, 'Only the owner may do this')
  return file
}

/** {@link extendedInfo} for the visitor of a share: without versions, links and views. */
const visitorInfo = (file: FileRow): FileResponse['extended_info'] => ({
  storage_policy: storagePolicy,
  storage_used: file.size,
})

/**
 * `GET /file/info` (docs/protocol.md §4.3): one item by `uri` or `id`, with `extended` and `folder_summary` on demand.
 */
async function fileInfo(ctx: RequestContext): Promise<FileResponse> {
  const { db } = ctx.context
  const uri = ctx.query.get('uri')
  const id = ctx.query.get('id')
  const isExtended = queryFlag(ctx, 'extended')
  const isSummed = queryFlag(ctx, 'folder_summary')
  if (!uri && !id) throw new HttpError(ErrorCode.invalidParameters, 'Uri cannot be empty')
  const resolved = uri ? resolveUri(ctx, parseRequestUri(uri)) : undefined
  const file = resolved ? resolved.file : findById(ctx, id ?? '')
  if (!file || (file.parent_key === null && file.trash_id === null)) {
    throw new HttpError(ErrorCode.forbidden, 'Not supported action', {
      detail: 'a root has no details',
    })
  }
  if (resolved) requireCapability(resolved, Capability.info)
  const address = resolved ? callerUriOf(db, resolved, file) : uriAndAncestorsOf(db, file).uri
  const isOwned = resolved?.isOwned ?? true
  if (isSummed && !isOwned) throw new HttpError(ErrorCode.ownerOnly, 'Only the owner may do this')
  const capability =
    resolved?.capability ?? ownerCapabilities[address.host === 'trash' ? 'trash' : 'my']
  const body: FileResponse = {
    ...toFileResponse(file, formatUriWithRootSlash(address), {
      capability,
      isOwned,
      texts: readLongTextColumns(db, file.key),
    }),
    ...(isExtended ? { extended_info: isOwned ? extendedInfo(ctx, file) : visitorInfo(file) } : {}),
  }
  return isSummed && file.type === FileType.folder
    ? { ...body, folder_summary: await summary(ctx, file) }
    : body
}

export const fileInfoRoutes: readonly Route[] = [['GET', '/file/info', route(File, fileInfo)]]
