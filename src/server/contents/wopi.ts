import { ErrorCode } from '#src/contract/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { userByKey } from '#src/server/accounts/users.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { fileById, fileByKey, locationOf } from '#src/server/files/files.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { receiveBody } from '#src/server/http/body.ts'
import type { Call, Route } from '#src/server/http/call.ts'
import { diskRefusal, Refusal, isoTime } from '#src/server/http/envelope.ts'
import {
  lockAt,
  releaseLock,
  renewLock,
  requireUnlocked,
  takeLock,
} from '#src/server/locks/locks.ts'
import type { Lock, LockShare, LockTarget } from '#src/server/locks/locks.ts'
import { newId } from '#src/server/storage/ids.ts'
import { lockExpired, maxEditSize, tooLarge } from './put-content.ts'
import { contentHeaders } from './signed-url.ts'
import { addVersion, commitDraftWith, requireCapacity } from './versions.ts'
import { verifyGrant, checkGrantAccess, viewerById } from './viewer-sessions.ts'
import type { ViewerGrant } from './viewer-sessions.ts'

/*
 * The WOPI endpoints of a viewer session: CheckFileInfo, GetFile, PutFile and locks (docs/protocol.md §8.6). Unlike the rest of
 * the API they use HTTP statuses; the body of an error is still an envelope, so that our own editor can tell who holds
 * the file.
 */

/** Milliseconds until a lock expires unless it is refreshed. */
const lockLife = 30 * 60_000
/** Maximum number of characters of a WOPI lock id. */
const maxLockId = 1024

/** A verified request of one application for one file. */
type WopiRequest = {
  readonly call: Call
  readonly grant: ViewerGrant
  readonly user: UserRow
  readonly file: FileRow
  readonly target: LockTarget
  readonly canChange: boolean
  readonly share: LockShare | undefined
}

const statuses: Readonly<Record<number, number>> = {
  [ErrorCode.invalidParameters]: 400,
  [ErrorCode.signInRequired]: 401,
  [ErrorCode.forbidden]: 403,
  [ErrorCode.ownerOnly]: 403,
  [ErrorCode.notFound]: 404,
  [ErrorCode.pathNotFound]: 404,
  [ErrorCode.lockConflict]: 409,
  [ErrorCode.fileTooLarge]: 413,
}

const lockFailureReason = (holder: Lock | undefined): string =>
  holder ? 'The file is locked by somebody else' : 'The file is not locked'

/** Whether this application took the lock for this user. */
const isOwn = ({ grant, user }: WopiRequest, lock: Lock): boolean =>
  lock.wopiLock !== null &&
  lock.holderKey === user.key &&
  lock.application.viewer_id === grant.viewer

const currentLock = ({ call, target }: WopiRequest): Lock | undefined =>
  lockAt(call.context.db, target, call.context.now())

/** The lock id is shown to its own application and user only, because it is enough to unlock. */
function visibleLockName(work: WopiRequest): string {
  const lock = currentLock(work)
  return lock && isOwn(work, lock) ? (lock.wopiLock ?? '') : ''
}

const isUnlocking = ({ request }: Call): boolean =>
  request.method === 'POST' && request.headers.get('x-wopi-override') === 'UNLOCK'

/** Verifies the session, runs an operation and gives its refusals the HTTP statuses of WOPI. */
const wopiHandler =
  (run: (work: WopiRequest) => Response | Promise<Response>) =>
  async (anonymous: Call): Promise<Response> => {
    let work: WopiRequest | undefined
    try {
      const { grant, user } = verifyGrant(anonymous, isUnlocking(anonymous))
      const { db } = anonymous.context
      const file = fileById(db, anonymous.params['id'] ?? '')
      const place = file && locationOf(db, file).uri
      // A session is for one file; the response must not tell whether any other exists.
      if (!file || place?.host !== 'my' || file.id !== grant.file || file.type !== FileType.file) {
        throw new Refusal(ErrorCode.pathNotFound, 'Path not exist', { detail: 'the file is gone' })
      }
      const call: Call = { ...anonymous, user }
      work = {
        ...checkGrantAccess(call, grant, file, place.segments),
        call,
        grant,
        user,
        file,
        target: {
          ownerKey: file.owner_key,
          host: 'my',
          segments: place.segments,
          isDeep: false,
        },
      }
      return await run(work)
    } catch (thrown) {
      const error = thrown instanceof Refusal ? thrown : diskRefusal(thrown)
      if (!error) throw thrown
      const status = statuses[error.code] ?? 500
      const headers: Record<string, string> = {}
      if (status === 409 && work) {
        headers['x-wopi-lock'] = visibleLockName(work)
        headers['x-wopi-lockfailurereason'] = lockFailureReason(currentLock(work))
      }
      throw new Refusal(error.code, error.message, {
        detail: error.detail,
        data: error.data,
        status,
        headers,
      })
    }
  }

const okResponse = (headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 200, headers: { 'cache-control': 'no-store', ...headers } })

function requireEdit({ canChange }: WopiRequest): void {
  if (!canChange) throw new Refusal(ErrorCode.forbidden, 'Permission denied')
}

/** The lock id in a header. Throws 40001 when it is missing or too long. */
function lockName({ call }: WopiRequest, header = 'x-wopi-lock'): string {
  const name = call.request.headers.get(header) ?? ''
  if (name !== '' && name.length <= maxLockId) return name
  throw new Refusal(ErrorCode.invalidParameters, `${header} is missing or too long`)
}

/** The application's own lock with this id. Throws 40073 when it is gone or another lock is in its place. */
function requireHeld(work: WopiRequest, name: string): Lock {
  const lock = currentLock(work)
  if (lock && isOwn(work, lock) && lock.wopiLock === name) return lock
  if (!lock) throw lockExpired()
  throw conflictWith(work)
}

/** The 40073 of {@link requireUnlocked} for this file; undefined when nothing locks it. */
function findConflict(work: WopiRequest): Refusal | undefined {
  try {
    requireUnlocked(work.call, [work.target], { share: work.share })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function conflictWith(work: WopiRequest): Refusal {
  const conflict = findConflict(work)
  if (!conflict) throw new Error('the lock does not conflict with its own file')
  return conflict
}

function take({ call, grant, user, target, share }: WopiRequest, name: string): void {
  const lock = {
    ...target,
    type: FileType.file,
    application: { type: 'viewer', viewer_id: grant.viewer, inner_xml: undefined },
    holderKey: user.key,
    expiresAt: call.context.now() + lockLife,
    wopiLock: name,
  }
  takeLock(call, lock, { share })
}

function renew({ call }: WopiRequest, lock: Lock): void {
  renewLock(call.context.db, lock.token, call.context.now() + lockLife)
}

function lockFile(work: WopiRequest): Response {
  requireEdit(work)
  const { db } = work.call.context
  const name = lockName(work)
  db.transaction(() => {
    if (work.call.request.headers.has('x-wopi-oldlock')) {
      releaseLock(db, requireHeld(work, lockName(work, 'x-wopi-oldlock')).token)
    }
    const lock = currentLock(work)
    if (lock && isOwn(work, lock) && lock.wopiLock === name) renew(work, lock)
    else take(work, name)
  })
  return okResponse({ 'x-wopi-itemversion': work.file.entity_id ?? '' })
}

const operations: Readonly<Record<string, (work: WopiRequest) => Response>> = {
  LOCK: lockFile,
  GET_LOCK: (work) => {
    const data = findConflict(work)?.data ?? []
    return Response.json(
      { code: ErrorCode.ok, msg: '', data },
      { headers: { 'cache-control': 'no-store', 'x-wopi-lock': visibleLockName(work) } },
    )
  },
  REFRESH_LOCK(work) {
    requireEdit(work)
    renew(work, requireHeld(work, lockName(work)))
    return okResponse({ 'x-wopi-itemversion': work.file.entity_id ?? '' })
  },
  UNLOCK(work) {
    requireEdit(work)
    releaseLock(work.call.context.db, requireHeld(work, lockName(work)).token)
    return okResponse({ 'x-wopi-itemversion': work.file.entity_id ?? '' })
  },
}

/** `POST /file/wopi/:id`: the operation in `X-WOPI-Override`; 501 for unsupported ones. */
function dispatchOverride(work: WopiRequest): Response {
  const override = work.call.request.headers.get('x-wopi-override') ?? ''
  const run = Object.hasOwn(operations, override) ? operations[override] : undefined
  return run ? run(work) : new Response(null, { status: 501 })
}

/** `GET /file/wopi/:id`: CheckFileInfo. */
function checkFileInfo(work: WopiRequest): Response {
  const { call, file, user } = work
  const owner = userByKey(call.context.db, file.owner_key)
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
async function getFile({ call, file }: WopiRequest): Promise<Response> {
  const maxSize = Number(call.request.headers.get('x-wopi-maxexpectedsize') ?? Infinity)
  if (file.size > maxSize) return new Response(null, { status: 412 })
  const bytes = file.entity_id === null ? null : await call.context.store.read(file.entity_id)
  if (!bytes && file.size > 0) {
    throw new Refusal(ErrorCode.pathNotFound, 'Path not exist', { detail: 'there is no content' })
  }
  return new Response(bytes ?? new Uint8Array(), {
    headers: {
      ...contentHeaders(file.name, true),
      'cache-control': 'no-store',
      'x-wopi-itemversion': file.entity_id ?? '',
    },
  })
}

/** Throws 40073 unless the application holds the lock; an empty file that is not locked needs none (WOPI PutFile). */
function requireWritable(work: WopiRequest): void {
  const { call, file } = work
  if (call.request.headers.has('x-wopi-lock')) requireHeld(work, lockName(work))
  else if (currentLock(work)) throw conflictWith(work)
  else if (file.size > 0) throw lockExpired()
}

/** `POST /file/wopi/:id/contents`: PutFile. The body becomes the newest version. */
async function putFile(work: WopiRequest): Promise<Response> {
  const { call, grant, user, file } = work
  const { db, store } = call.context
  requireEdit(work)
  requireWritable(work)
  const entityId = newId()
  try {
    const limit = viewerById(grant.viewer)?.max_size ?? maxEditSize
    const size = await receiveBody(call, { id: entityId }, { limit, refusal: tooLarge })
    return commitDraftWith(call.context, entityId, () => {
      const now = fileByKey(db, file.key)
      const owner = userByKey(db, file.owner_key)
      if (!now || !owner) throw new Refusal(ErrorCode.pathNotFound, 'Path not exist')
      requireWritable({ ...work, file: now })
      requireCapacity(db, owner, size)
      addVersion(call.context, now, { entityId, size, authorKey: user.key })
      return okResponse({ 'x-wopi-itemversion': entityId })
    })
  } finally {
    store.removeDraft(entityId)
  }
}

export const wopiRoutes: readonly Route[] = [
  ['GET', '/file/wopi/:id', wopiHandler(checkFileInfo)],
  ['POST', '/file/wopi/:id', wopiHandler(dispatchOverride)],
  ['GET', '/file/wopi/:id/contents', wopiHandler(getFile)],
  ['POST', '/file/wopi/:id/contents', wopiHandler(putFile)],
]
