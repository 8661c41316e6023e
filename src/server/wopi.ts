import { Code } from '#src/contract/codes.ts'
import { FileType } from '#src/contract/file.ts'
import { receiveBody } from './body.ts'
import type { Call, Route } from './call.ts'
import { lockExpired, maxEditSize, tooLarge } from './content.ts'
import { contentHeaders } from './signed-address.ts'
import { diskRefusal, Refusal, isoTime } from './envelope.ts'
import { fileById, fileByKey, placeOf } from './files.ts'
import type { FileRow } from './files.ts'
import { newId } from './ids.ts'
import { lockAt, releaseLock, renewLock, requireUnlocked, takeLock } from './locks.ts'
import type { Lock, LockShare, LockTarget } from './locks.ts'
import { userByKey } from './users.ts'
import type { UserRow } from './users.ts'
import { addVersion, committing, requireCapacity } from './versions.ts'
import { openGrant, reachOf, viewerById } from './viewer-sessions.ts'
import type { Grant } from './viewer-sessions.ts'

/*
 * What an application does with a file that it was given a session for: the WOPI protocol's CheckFileInfo, GetFile,
 * PutFile and locks (contract.md §7.2). Unlike the rest of the API it answers with HTTP statuses; the body of a refusal is
 * an envelope all the same, so that our own editor learns who holds the file.
 */

/** Milliseconds that a lock holds without being refreshed. */
const lockLife = 30 * 60_000
/** Most characters of what an application may call its lock. */
const maxLockId = 1024

/** One operation of one application on one file. */
type Work = {
  readonly call: Call
  readonly grant: Grant
  readonly user: UserRow
  readonly file: FileRow
  readonly target: LockTarget
  readonly canChange: boolean
  readonly share: LockShare | undefined
}

const statuses: Readonly<Record<number, number>> = {
  [Code.invalidParameters]: 400,
  [Code.signInRequired]: 401,
  [Code.forbidden]: 403,
  [Code.ownerOnly]: 403,
  [Code.notFound]: 404,
  [Code.pathNotFound]: 404,
  [Code.lockConflict]: 409,
  [Code.fileTooLarge]: 413,
}

const reasonOf = (holder: Lock | undefined): string =>
  holder ? 'The file is locked by somebody else' : 'The file is not locked'

/** Whether the lock is one of this application in the hands of this user. */
const isOwn = ({ grant, user }: Work, lock: Lock): boolean =>
  lock.wopiLock !== null &&
  lock.holderKey === user.key &&
  lock.application.viewer_id === grant.viewer

const heldBy = ({ call, target }: Work): Lock | undefined =>
  lockAt(call.context.db, target, call.context.now())

/** What a lock is called is told to its own application and user only: whoever knows it could unlock. */
function nameFor(work: Work): string {
  const lock = heldBy(work)
  return lock && isOwn(work, lock) ? (lock.wopiLock ?? '') : ''
}

const isUnlocking = ({ request }: Call): boolean =>
  request.method === 'POST' && request.headers.get('x-wopi-override') === 'UNLOCK'

/** Runs an operation; what it throws gets the HTTP status of the protocol. */
const operation =
  (run: (work: Work) => Response | Promise<Response>) =>
  async (plain: Call): Promise<Response> => {
    let work: Work | undefined
    try {
      const { grant, user } = openGrant(plain, isUnlocking(plain))
      const { db } = plain.context
      const file = fileById(db, plain.params['id'] ?? '')
      const place = file && placeOf(db, file).uri
      // One session is for one file; of all others it must not even say whether they are there.
      if (!file || place?.host !== 'my' || file.id !== grant.file || file.type !== FileType.file) {
        throw new Refusal(Code.pathNotFound, 'Path not exist', { detail: 'the file is gone' })
      }
      const call: Call = { ...plain, user }
      work = {
        ...reachOf(call, grant, file, place.segments),
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
        headers['x-wopi-lock'] = nameFor(work)
        headers['x-wopi-lockfailurereason'] = reasonOf(heldBy(work))
      }
      throw new Refusal(error.code, error.message, {
        detail: error.detail,
        data: error.data,
        status,
        headers,
      })
    }
  }

const done = (headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 200, headers: { 'cache-control': 'no-store', ...headers } })

function requireEdit({ canChange }: Work): void {
  if (!canChange) throw new Refusal(Code.forbidden, 'Permission denied')
}

/** The name that the application gives its lock. Throws 40001 when there is none. */
function lockName({ call }: Work, header = 'x-wopi-lock'): string {
  const name = call.request.headers.get(header) ?? ''
  if (name !== '' && name.length <= maxLockId) return name
  throw new Refusal(Code.invalidParameters, `${header} is missing or too long`)
}

/** The application's own lock under this name. Throws 40073 when it is gone or there is another in its place. */
function requireHeld(work: Work, name: string): Lock {
  const lock = heldBy(work)
  if (lock && isOwn(work, lock) && lock.wopiLock === name) return lock
  if (!lock) throw lockExpired()
  throw conflictWith(work)
}

/** The 40073 that says what holds the file, as everywhere else. */
function conflictWith(work: Work): Refusal {
  try {
    requireUnlocked(work.call, [work.target], { share: work.share })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('a lock that holds nothing')
}

function take({ call, grant, user, target, share }: Work, name: string): void {
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

function renew({ call }: Work, lock: Lock): void {
  renewLock(call.context.db, lock.token, call.context.now() + lockLife)
}

function lockFile(work: Work): Response {
  requireEdit(work)
  const { db } = work.call.context
  const name = lockName(work)
  db.transaction(() => {
    if (work.call.request.headers.has('x-wopi-oldlock')) {
      releaseLock(db, requireHeld(work, lockName(work, 'x-wopi-oldlock')).token)
    }
    const lock = heldBy(work)
    if (lock && isOwn(work, lock) && lock.wopiLock === name) renew(work, lock)
    else take(work, name)
  })
  return done({ 'x-wopi-itemversion': work.file.entity_id ?? '' })
}

const operations: Readonly<Record<string, (work: Work) => Response>> = {
  LOCK: lockFile,
  GET_LOCK: (work) => done({ 'x-wopi-lock': nameFor(work) }),
  REFRESH_LOCK(work) {
    requireEdit(work)
    renew(work, requireHeld(work, lockName(work)))
    return done({ 'x-wopi-itemversion': work.file.entity_id ?? '' })
  },
  UNLOCK(work) {
    requireEdit(work)
    releaseLock(work.call.context.db, requireHeld(work, lockName(work)).token)
    return done({ 'x-wopi-itemversion': work.file.entity_id ?? '' })
  },
}

/** `POST /file/wopi/:id`: what `X-WOPI-Override` says; 501 for operations that are not offered. */
function change(work: Work): Response {
  const override = work.call.request.headers.get('x-wopi-override') ?? ''
  const run = Object.hasOwn(operations, override) ? operations[override] : undefined
  return run ? run(work) : new Response(null, { status: 501 })
}

/** `GET /file/wopi/:id`: CheckFileInfo. */
function checkFileInfo(work: Work): Response {
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

/** `GET /file/wopi/:id/contents`: GetFile. The bytes are somebody's, so no browser may take them for a page. */
async function getFile({ call, file }: Work): Promise<Response> {
  const most = Number(call.request.headers.get('x-wopi-maxexpectedsize') ?? Infinity)
  if (file.size > most) return new Response(null, { status: 412 })
  const bytes = file.entity_id === null ? null : await call.context.store.read(file.entity_id)
  if (!bytes && file.size > 0) {
    throw new Refusal(Code.pathNotFound, 'Path not exist', { detail: 'there is no content' })
  }
  return new Response(bytes ?? new Uint8Array(), {
    headers: {
      ...contentHeaders(file.name, true),
      'cache-control': 'no-store',
      'x-wopi-itemversion': file.entity_id ?? '',
    },
  })
}

/** Throws 40073 unless the application holds the file, or may do without: an empty file that nobody holds. */
function requireWritable(work: Work): void {
  const { call, file } = work
  if (call.request.headers.has('x-wopi-lock')) requireHeld(work, lockName(work))
  else if (heldBy(work)) throw conflictWith(work)
  else if (file.size > 0) throw lockExpired()
}

/** `POST /file/wopi/:id/contents`: PutFile. The body is the newest version from then on. */
async function putFile(work: Work): Promise<Response> {
  const { call, grant, user, file } = work
  const { db, store } = call.context
  requireEdit(work)
  requireWritable(work)
  const entityId = newId()
  try {
    const limit = viewerById(grant.viewer)?.max_size ?? maxEditSize
    const size = await receiveBody(call, { id: entityId }, { limit, refusal: tooLarge })
    return committing(call.context, entityId, () => {
      const now = fileByKey(db, file.key)
      const owner = userByKey(db, file.owner_key)
      if (!now || !owner) throw new Refusal(Code.pathNotFound, 'Path not exist')
      requireWritable({ ...work, file: now })
      requireCapacity(db, owner, size)
      addVersion(call.context, now, { entityId, size, authorKey: user.key })
      return done({ 'x-wopi-itemversion': entityId })
    })
  } finally {
    store.drop(entityId)
  }
}

export const wopiRoutes: readonly Route[] = [
  ['GET', '/file/wopi/:id', operation(checkFileInfo)],
  ['POST', '/file/wopi/:id', operation(change)],
  ['GET', '/file/wopi/:id/contents', operation(getFile)],
  ['POST', '/file/wopi/:id/contents', operation(putFile)],
]
