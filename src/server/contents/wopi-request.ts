import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { fileById, uriAndAncestorsOf } from '#src/server/files/files.ts'
import type { FileRow } from '#src/server/files/files.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { diskErrorToHttpError, HttpError } from '#src/server/http/responses/envelope.ts'
import type { LockTarget } from '#src/server/locks/lock-table.ts'
import { lockAt } from '#src/server/locks/locks.ts'
import type { Lock } from '#src/server/locks/locks.ts'
import type { ResolvedShare } from '#src/server/shares/share-access.ts'
import { verifyViewerToken, requireViewerAccess } from './viewer-sessions.ts'
import type { ViewerGrant } from './viewer-sessions.ts'

/** A verified request of one application for one file. */
export type WopiRequest = {
  readonly call: RequestContext
  readonly grant: ViewerGrant
  readonly user: UserRow
  readonly file: FileRow
  readonly target: LockTarget
  readonly canChange: boolean
  readonly share: ResolvedShare | undefined
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
export const isLockOfApplication = ({ grant, user }: WopiRequest, lock: Lock): boolean =>
  lock.wopiLock !== null &&
  lock.holderKey === user.key &&
  lock.application.viewer_id === grant.viewer

export const currentLock = ({ call: ctx, target }: WopiRequest): Lock | undefined =>
  lockAt(ctx.context.db, target, ctx.context.now())

/** The lock id is shown to its own application and user only, because it is enough to unlock. */
export function visibleLockId(work: WopiRequest): string {
  const lock = currentLock(work)
  return lock && isLockOfApplication(work, lock) ? (lock.wopiLock ?? '') : ''
}

const isUnlocking = ({ request }: RequestContext): boolean =>
  request.method === 'POST' && request.headers.get('x-wopi-override') === 'UNLOCK'

/** Verifies the session, runs an operation and gives its refusals the HTTP statuses of WOPI. */
export const withWopiSession =
  (run: (work: WopiRequest) => Response | Promise<Response>) =>
  async (anonymous: RequestContext): Promise<Response> => {
    let work: WopiRequest | undefined
    try {
      const { grant, user } = verifyViewerToken(anonymous, isUnlocking(anonymous))
      const { db } = anonymous.context
      const file = fileById(db, anonymous.params['id'] ?? '')
      const place = file && uriAndAncestorsOf(db, file).uri
      // A session is for one file; the response must not tell whether any other exists.
      if (!file || place?.host !== 'my' || file.id !== grant.file || file.type !== FileType.file) {
        throw new HttpError(ErrorCode.pathNotFound, 'Path not exist', {
          detail: 'the file is gone',
        })
      }
      const ctx: RequestContext = { ...anonymous, user }
      work = {
        ...requireViewerAccess(ctx.context, grant, user, file),
        call: ctx,
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
      const error = thrown instanceof HttpError ? thrown : diskErrorToHttpError(thrown)
      if (!error) throw thrown
      const status = statuses[error.code] ?? 500
      const headers: Record<string, string> = {}
      if (status === 409 && work) {
        headers['x-wopi-lock'] = visibleLockId(work)
        headers['x-wopi-lockfailurereason'] = lockFailureReason(currentLock(work))
      }
      throw new HttpError(error.code, error.message, {
        detail: error.detail,
        data: error.data,
        status,
        headers,
      })
    }
  }

export const okResponse = (headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 200, headers: { 'cache-control': 'no-store', ...headers } })

export function requireEditPermission({ canChange }: WopiRequest): void {
  if (!canChange) throw new HttpError(ErrorCode.forbidden, 'Permission denied')
}
