import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { requireCapacity } from '#src/server/accounts/capacity.ts'
import { userByKey } from '#src/server/accounts/users.ts'
import { fileByKey } from '#src/server/files/files.ts'
import { streamBodyToDraft } from '#src/server/http/body.ts'
import { HttpError, isoTime } from '#src/server/http/responses/envelope.ts'
import { routeWithoutEnvelope } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { newId } from '#src/server/storage/ids.ts'
import { lockExpiredError, maxContentBytes, contentTooLargeError } from './put-content.ts'
import { contentHeaders } from './signed-url.ts'
import { commitVersion, commitOrRevertToDraft } from './versions.ts'
import { requireViewerAccess, viewerById } from './viewer-sessions.ts'
import {
  lockConflictError,
  lockIdFromHeader,
  wopiLockOperations,
  requireHeldLock,
} from './wopi-locks.ts'
import { currentLock, okResponse, requireEditPermission, withWopiSession } from './wopi-request.ts'
import type { WopiRequest } from './wopi-request.ts'

/*
 * The WOPI endpoints of a viewer session: CheckFileInfo, GetFile, PutFile and locks (docs/protocol.md §8.6). Unlike the rest of
 * the API they use HTTP statuses; the body of an error is still an envelope, so that our own editor can tell who holds
 * the file.
 */

/** `POST /file/wopi/:id`: the operation in `X-WOPI-Override`; 501 for unsupported ones. */
function dispatchOverride(work: WopiRequest): Response {
  const override = work.call.request.headers.get('x-wopi-override') ?? ''
  const run = Object.hasOwn(wopiLockOperations, override) ? wopiLockOperations[override] : undefined
  return run ? run(work) : new Response(null, { status: 501 })
}

/** `GET /file/wopi/:id`: CheckFileInfo. */
function checkFileInfo(work: WopiRequest): Response {
  const { call: ctx, file, user } = work
  const owner = userByKey(ctx.context.db, file.owner_key)
  return Response.json(
    {
      BaseFileName: file.name,
      OwnerId: owner?.id ?? '',
      Size: file.size,
      UserId: user.id,
      UserFriendlyName: user.nickname,
      Version: file.entity_id ?? '',
      LastModifiedTime: isoTime(file.updated_at),
      SupportsLocks: true,
      SupportsGetLock: true,
      SupportsUpdate: true,
      UserCanNotWriteRelative: true,
      UserCanWrite: work.canChange,
      ReadOnly: !work.canChange,
    },
    { headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } },
  )
}

/** `GET /file/wopi/:id/contents`: GetFile, with the headers of user content. */
async function getFile({ call: ctx, file }: WopiRequest): Promise<Response> {
  const { store } = ctx.context
  const { entity_id: id } = file
  const maxSize = Number(ctx.request.headers.get('x-wopi-maxexpectedsize') ?? Infinity)
  if (file.size > maxSize) return new Response(null, { status: 412 })
  const size = id === null ? null : store.size(id)
  if (size === null && file.size > 0) {
    throw new HttpError(ErrorCode.pathNotFound, 'Path not exist', { detail: 'there is no content' })
  }
  const isOpened = id !== null && size !== null && size > 0 && ctx.request.method !== 'HEAD'
  return new Response(isOpened ? await store.read(id) : null, {
    headers: {
      ...contentHeaders(file.name, true),
      'content-length': String(size ?? 0),
      'cache-control': 'no-store',
      'x-wopi-itemversion': id ?? '',
    },
  })
}

/** Throws 40073 unless the application holds the lock; an empty file that is not locked needs none (WOPI PutFile). */
function requireWritable(work: WopiRequest): void {
  const { call: ctx, file } = work
  if (ctx.request.headers.has('x-wopi-lock')) requireHeldLock(work, lockIdFromHeader(work))
  else if (currentLock(work)) throw lockConflictError(work)
  else if (file.size > 0) throw lockExpiredError()
}

/** `POST /file/wopi/:id/contents`: PutFile. The body becomes the newest version. */
async function putFile(work: WopiRequest): Promise<Response> {
  const { call: ctx, grant, user, file } = work
  const { db, store } = ctx.context
  requireEditPermission(work)
  requireWritable(work)
  const entityId = newId()
  try {
    const limit = viewerById(grant.viewer)?.max_size ?? maxContentBytes
    const size = await streamBodyToDraft(
      ctx,
      { id: entityId },
      { limit, refusal: contentTooLargeError },
    )
    return commitOrRevertToDraft(ctx.context, entityId, () => {
      const now = fileByKey(db, file.key)
      const owner = userByKey(db, file.owner_key)
      if (!now || !owner) throw new HttpError(ErrorCode.pathNotFound, 'Path not exist')
      // The share, the permission and the place can have changed while the body arrived.
      requireEditPermission({ ...work, ...requireViewerAccess(ctx.context, grant, user, now) })
      requireWritable({ ...work, file: now })
      requireCapacity(ctx.context, owner, size)
      commitVersion(ctx.context, now, { entityId, size, authorKey: user.key })
      return okResponse({ 'x-wopi-itemversion': entityId })
    })
  } finally {
    store.removeDraft(entityId)
  }
}

export const wopiRoutes: readonly Route[] = [
  ['GET', '/file/wopi/:id', routeWithoutEnvelope(withWopiSession(checkFileInfo))],
  ['POST', '/file/wopi/:id', routeWithoutEnvelope(withWopiSession(dispatchOverride))],
  ['GET', '/file/wopi/:id/contents', routeWithoutEnvelope(withWopiSession(getFile))],
  ['POST', '/file/wopi/:id/contents', routeWithoutEnvelope(withWopiSession(putFile))],
]
