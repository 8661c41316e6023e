import { randomBytes } from 'node:crypto'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import type { LockApplication, LockConflict } from '#src/contract/lock.ts'
import { groupBy } from '#src/lib/group-by.ts'
import { formatUriWithRootSlash } from '#src/server/files/files.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { itemsWithinAnswerSize } from '#src/server/http/responses/answer-bytes.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import type { Wire } from '#src/server/http/wire.ts'
import type { ShareLocation } from '#src/server/shares/share-access.ts'
import type { ShareCapabilityGrant } from '#src/server/shares/share-grants.ts'
import type { Db } from '#src/server/storage/db.ts'
import {
  LockRow,
  type LockTarget,
  findLockConflicts,
  isUnexpiredLockSql,
  queryAndPruneRevokedLocks,
  lockColumns,
  lockPath,
  maxConflicts,
  parseLockPath,
} from './lock-table.ts'

type LockOptions = {
  /** Tokens of locks to ignore, because the caller holds them. */
  readonly except?: readonly string[]
  readonly share?: ShareLocation | undefined
}

/** A new lock token with 192 random bits. */
export const newLockToken = (): string => randomBytes(24).toString('base64url')

/** The URI of a locked item inside the share; undefined outside of it. */
function pathInShare(lock: LockRow, share: ShareLocation): string | undefined {
  const segments = parseLockPath(lock.path)
  const isInside =
    lock.host === 'my' &&
    segments.length >= share.segments.length &&
    share.segments.every((segment, index) => segment === segments[index])
  if (!isInside) return undefined
  const depth = share.segments.length - (share.isFile ? 1 : 0)
  return formatUriWithRootSlash({ host: 'share', id: share.id, segments: segments.slice(depth) })
}

/**
 * One entry of a 40073 (docs/protocol.md §7.4). Only the owner of the file sees the token, and paths outside the share.
 */
function conflictBody(
  ctx: RequestContext,
  lock: LockRow,
  share: ShareLocation | undefined,
): Wire<typeof LockConflict> {
  const isOwner = ctx.user?.key === lock.owner_key
  const path = isOwner
    ? formatUriWithRootSlash({ host: lock.host, segments: parseLockPath(lock.path) })
    : share && pathInShare(lock, share)
  return {
    ...(path === undefined ? {} : { path }),
    ...(isOwner ? { token: lock.token } : {}),
    owner: {
      ...(lock.holder === null ? {} : { owner: lock.holder }),
      application: lock.application,
    },
    type: lock.type,
  }
}

/**
 * Throws 40073 with the conflicts of all targets, as far as the caller may see them (docs/protocol.md §7.1). A target
 * conflicts with a lock on its path, on an ancestor when that lock is deep, and on a descendant when the target is
 * deep. Expired locks are ignored.
 */
export function requireUnlocked(
  ctx: RequestContext,
  targets: readonly LockTarget[],
  { except = [], share }: LockOptions = {},
): void {
  const { db, now } = ctx.context
  const spaces = groupBy(targets, ({ ownerKey, host }) => `${ownerKey} ${host}`)
  const found = [...spaces.values()]
    .flatMap((these) => findLockConflicts(db, these, now()))
    .filter(({ token }) => !except.includes(token))
    .slice(0, maxConflicts)
  if (found.length === 0) return
  // A path has up to 200 kB.
  const data = itemsWithinAnswerSize(found, (lock) => {
    const item = conflictBody(ctx, lock, share)
    return { item, bytes: lock.path.length + lock.token.length }
  })
  const named = data.find(({ path }) => path !== undefined)?.path
  throw new HttpError(ErrorCode.lockConflict, 'Lock conflict', {
    detail: `conflict with locked resource${named === undefined ? '' : `: "${named}"`}`,
    data,
  })
}

/**
 * Takes a lock until it is released or `expiresAt` (milliseconds since 1970, null for never) and returns its token.
 * Throws 40073 like {@link requireUnlocked}. `wopiLock` is the lock id of a WOPI client; the token is always made by
 * the service. Expired locks are deleted on the way.
 */
export function takeLock(
  ctx: RequestContext,
  lock: LockTarget & {
    type: number
    application: LockApplication
    holderKey: number | null
    expiresAt: number | null
    wopiLock?: string
    /** What it is taken by through a share; it ends with that. */
    grant?: ShareCapabilityGrant | undefined
  },
  facts: LockOptions = {},
): string {
  const { db, now } = ctx.context
  return db.transaction(() => {
    db.run('DELETE FROM locks WHERE expires_at <= ?', [now()])
    requireUnlocked(ctx, [lock], facts)
    const token = newLockToken()
    db.run(
      `INSERT INTO locks (token, owner_key, holder_key, host, path, is_deep, type, application, expires_at, created_at,
         wopi_lock, share_grant) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        token,
        lock.ownerKey,
        lock.holderKey,
        lock.host,
        lockPath(lock.segments),
        lock.isDeep,
        lock.type,
        JSON.stringify(lock.application),
        lock.expiresAt,
        now(),
        lock.wopiLock ?? null,
        lock.grant ?? null,
      ],
    )
    return token
  })
}

/** Extends a lock to `expiresAt` (milliseconds since 1970, null for never). False when it does not exist any more. */
export function renewLock(db: Db, token: string, expiresAt: number | null): boolean {
  return db.run('UPDATE locks SET expires_at = ? WHERE token = ?', [expiresAt, token]).changes > 0
}

/** Removes a lock, if it exists. */
export function releaseLock(db: Db, token: string): void {
  db.run('DELETE FROM locks WHERE token = ?', [token])
}

/** A lock that has not expired. */
export type Lock = LockTarget & {
  readonly token: string
  readonly type: number
  readonly application: LockApplication
  readonly holderKey: number | null
  /** Milliseconds since 1970, null for never. */
  readonly expiresAt: number | null
  /** Lock id of the WOPI client that took it; null for other locks. */
  readonly wopiLock: string | null
}

const lockOf = (row: LockRow): Lock => ({
  token: row.token,
  ownerKey: row.owner_key,
  host: row.host,
  segments: parseLockPath(row.path),
  isDeep: row.is_deep,
  type: row.type,
  application: row.application,
  holderKey: row.holder_key,
  expiresAt: row.expires_at,
  wopiLock: row.wopi_lock,
})

/** The lock with this token; undefined when it does not exist or has expired at `now` (milliseconds since 1970). */
export function lockByToken(db: Db, token: string, now: number): Lock | undefined {
  const sql = `SELECT ${lockColumns} FROM locks l WHERE l.token = ? AND ${isUnexpiredLockSql}`
  const [row] = queryAndPruneRevokedLocks(db, now, () => db.query(sql, [token, now], LockRow))
  return row && lockOf(row)
}

/** The lock on exactly this path, deep or not; undefined when there is none at `now` (milliseconds since 1970). */
export function lockAt(
  db: Db,
  { ownerKey, host, segments }: Omit<LockTarget, 'isDeep'>,
  now: number,
): Lock | undefined {
  const sql = `SELECT ${lockColumns} FROM locks l WHERE l.owner_key = ? AND l.host = ? AND l.path = ? AND ${isUnexpiredLockSql}`
  const params = [ownerKey, host, lockPath(segments), now]
  const [row] = queryAndPruneRevokedLocks(db, now, () => db.query(sql, params, LockRow))
  return row && lockOf(row)
}
