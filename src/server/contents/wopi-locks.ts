import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { releaseLock, renewLock, requireUnlocked, takeLock } from '#src/server/locks/locks.ts'
import type { Lock } from '#src/server/locks/locks.ts'
import { createShareCapabilityGrant } from '#src/server/shares/share-grants.ts'
import { lockExpiredError } from './put-content.ts'
import {
  currentLock,
  isLockOfApplication,
  okResponse,
  requireEditPermission,
  visibleLockId,
} from './wopi-request.ts'
import type { WopiRequest } from './wopi-request.ts'

/** Milliseconds until a lock expires unless it is refreshed. */
const lockLife = 30 * 60_000
/** Maximum number of characters of a WOPI lock id. */
const maxLockId = 1024

/** The lock id in a header. Throws 40001 when it is missing or too long. */
export function lockIdFromHeader({ call: ctx }: WopiRequest, header = 'x-wopi-lock'): string {
  const name = ctx.request.headers.get(header) ?? ''
  if (name !== '' && name.length <= maxLockId) return name
  throw new HttpError(ErrorCode.invalidParameters, `${header} is missing or too long`)
}

/** The application's own lock with this id. Throws 40073 when it is gone or another lock is in its place. */
export function requireHeldLock(work: WopiRequest, name: string): Lock {
  const lock = currentLock(work)
  if (lock && isLockOfApplication(work, lock) && lock.wopiLock === name) return lock
  if (!lock) throw lockExpiredError()
  throw lockConflictError(work)
}

/** The 40073 of {@link requireUnlocked} for this file; undefined when nothing locks it. */
function findConflict(work: WopiRequest): HttpError | undefined {
  try {
    requireUnlocked(work.call, [work.target], { share: work.share })
    return undefined
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}

export function lockConflictError(work: WopiRequest): HttpError {
  const conflict = findConflict(work)
  if (!conflict) throw new Error('the lock does not conflict with its own file')
  return conflict
}

function take({ call: ctx, grant, user, target, share }: WopiRequest, name: string): void {
  const lock = {
    ...target,
    type: FileType.file,
    application: { type: 'viewer', viewer_id: grant.viewer, inner_xml: undefined },
    holderKey: user.key,
    expiresAt: ctx.context.now() + lockLife,
    wopiLock: name,
    grant: share && createShareCapabilityGrant(share, Capability.updateMetadata, { isPaid: true }),
  }
  takeLock(ctx, lock, { share })
}

function renew({ call: ctx }: WopiRequest, lock: Lock): void {
  renewLock(ctx.context.db, lock.token, ctx.context.now() + lockLife)
}

function lockFile(work: WopiRequest): Response {
  requireEditPermission(work)
  const { db } = work.call.context
  const name = lockIdFromHeader(work)
  db.transaction(() => {
    if (work.call.request.headers.has('x-wopi-oldlock')) {
      releaseLock(db, requireHeldLock(work, lockIdFromHeader(work, 'x-wopi-oldlock')).token)
    }
    const lock = currentLock(work)
    if (lock && isLockOfApplication(work, lock) && lock.wopiLock === name) renew(work, lock)
    else take(work, name)
  })
  return okResponse({ 'x-wopi-itemversion': work.file.entity_id ?? '' })
}

/** What an application may do with its lock, by `X-WOPI-Override`. */
export const wopiLockOperations: Readonly<Record<string, (work: WopiRequest) => Response>> = {
  LOCK: lockFile,
  GET_LOCK: (work) => {
    const data = findConflict(work)?.data ?? []
    return Response.json(
      { code: ErrorCode.ok, msg: '', data },
      { headers: { 'cache-control': 'no-store', 'x-wopi-lock': visibleLockId(work) } },
    )
  },
  REFRESH_LOCK(work) {
    requireEditPermission(work)
    renew(work, requireHeldLock(work, lockIdFromHeader(work)))
    return okResponse({ 'x-wopi-itemversion': work.file.entity_id ?? '' })
  },
  UNLOCK(work) {
    requireEditPermission(work)
    releaseLock(work.call.context.db, requireHeldLock(work, lockIdFromHeader(work)).token)
    return okResponse({ 'x-wopi-itemversion': work.file.entity_id ?? '' })
  },
}
