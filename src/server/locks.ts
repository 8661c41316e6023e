import { randomBytes } from 'node:crypto'
import { Code } from '#src/contract/codes.ts'
import type { LockApplication } from '#src/contract/lock.ts'
import type { Call } from './call.ts'
import type { Db } from './db.ts'
import { Refusal } from './envelope.ts'
import { writeUri } from './files.ts'
import {
  LockRow,
  conflictsIn,
  isLive,
  lockColumns,
  lockPath,
  maxConflicts,
  segmentsOf,
} from './lock-table.ts'

/** What a write would touch, or a lock holds: a path in somebody's space or trash, alone or with all below it. */
export type LockTarget = {
  readonly ownerKey: number
  readonly host: 'my' | 'trash'
  /** Decoded names, root first; the trash id comes first in the trash. */
  readonly segments: readonly string[]
  readonly isDeep: boolean
}

/** The share that a call came through; conflicts are told in its terms. */
export type LockShare = {
  readonly id: string
  /** Where its source lies in its owner's space. */
  readonly segments: readonly string[]
  /** A shared file stands by its name below the root of the share; a shared folder is that root. */
  readonly isFile: boolean
}

type LockFacts = {
  /** Tokens of locks that do not count, because the caller holds them. */
  readonly except?: readonly string[]
  readonly share?: LockShare | undefined
}

/** A token that nobody can guess: 192 random bits. */
export const newLockToken = (): string => randomBytes(24).toString('base64url')

/** The address of a locked item inside the share, or undefined when it lies elsewhere. */
function pathInShare(lock: LockRow, share: LockShare): string | undefined {
  const segments = segmentsOf(lock.path)
  const isInside =
    lock.host === 'my' &&
    segments.length >= share.segments.length &&
    share.segments.every((segment, index) => segment === segments[index])
  if (!isInside) return undefined
  const depth = share.segments.length - (share.isFile ? 1 : 0)
  return writeUri({ host: 'share', id: share.id, segments: segments.slice(depth) })
}

/** One entry of a 40073 (spec §2.7): the token is for the owner of the file, and so is any path outside the share. */
function conflictBody(call: Call, lock: LockRow, share: LockShare | undefined) {
  const isOwner = call.user?.key === lock.owner_key
  const path = isOwner
    ? writeUri({ host: lock.host, segments: segmentsOf(lock.path) })
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
 * Throws 40073 when any target is locked, with the conflicts of all targets as the caller may see them (contract.md
 * §7.1): the path itself or, when the wish is deep, anything below it is locked, or a path above is locked deeply.
 * Locks past their time do not count.
 */
export function requireUnlocked(
  call: Call,
  targets: readonly LockTarget[],
  { except = [], share }: LockFacts = {},
): void {
  const { db, now } = call.context
  const spaces = new Map<string, LockTarget[]>()
  for (const target of targets) {
    const space = `${target.ownerKey} ${target.host}`
    const known = spaces.get(space)
    if (known) known.push(target)
    else spaces.set(space, [target])
  }
  const found = [...spaces.values()]
    .flatMap((these) => conflictsIn(db, these, now()))
    .filter(({ token }) => !except.includes(token))
    .slice(0, maxConflicts)
  if (found.length === 0) return
  const data = found.map((lock) => conflictBody(call, lock, share))
  const named = data.find(({ path }) => path !== undefined)?.path
  throw new Refusal(Code.lockConflict, 'Lock conflict', {
    detail: `conflict with locked resource${named === undefined ? '' : `: "${named}"`}`,
    data,
  })
}

/**
 * Takes a lock that lasts until it is released or `expiresAt` (milliseconds since 1970, null for never) and returns its
 * token. Throws 40073 like {@link requireUnlocked}. `wopiLock` is what a WOPI client calls the lock; the token on the
 * wire is always the service's own. Locks past their time are swept away.
 */
export function takeLock(
  call: Call,
  lock: LockTarget & {
    type: number
    application: LockApplication
    holderKey: number | null
    expiresAt: number | null
    wopiLock?: string
  },
  facts: LockFacts = {},
): string {
  const { db, now } = call.context
  return db.transaction(() => {
    db.run('DELETE FROM locks WHERE expires_at <= ?', [now()])
    requireUnlocked(call, [lock], facts)
    const token = newLockToken()
    db.run(
      `INSERT INTO locks (token, owner_key, holder_key, host, path, is_deep, type, application, expires_at, created_at,
         wopi_lock) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      ],
    )
    return token
  })
}

/** Lets a lock last until `expiresAt` (milliseconds since 1970, null for never). False when it is gone. */
export function renewLock(db: Db, token: string, expiresAt: number | null): boolean {
  return db.run('UPDATE locks SET expires_at = ? WHERE token = ?', [expiresAt, token]).changes > 0
}

/** Removes a lock; one that is gone already is no error. */
export function releaseLock(db: Db, token: string): void {
  db.run('DELETE FROM locks WHERE token = ?', [token])
}

/** A lock that holds. */
export type Lock = LockTarget & {
  readonly token: string
  readonly type: number
  readonly application: LockApplication
  readonly holderKey: number | null
  /** Milliseconds since 1970, null for never. */
  readonly expiresAt: number | null
  /** What the WOPI client that took it calls it. */
  readonly wopiLock: string | null
}

const lockOf = (row: LockRow): Lock => ({
  token: row.token,
  ownerKey: row.owner_key,
  host: row.host,
  segments: segmentsOf(row.path),
  isDeep: row.is_deep,
  type: row.type,
  application: row.application,
  holderKey: row.holder_key,
  expiresAt: row.expires_at,
  wopiLock: row.wopi_lock,
})

/** The lock of this token, or undefined when there is none or its time is over at `now` (milliseconds since 1970). */
export function lockByToken(db: Db, token: string, now: number): Lock | undefined {
  const sql = `SELECT ${lockColumns} FROM locks l WHERE l.token = ? AND ${isLive}`
  const row = db.first(sql, [token, now], LockRow)
  return row && lockOf(row)
}

/** The lock on exactly this path, whatever its depth, or undefined when none holds at `now`. */
export function lockAt(
  db: Db,
  { ownerKey, host, segments }: Omit<LockTarget, 'isDeep'>,
  now: number,
): Lock | undefined {
  const sql = `SELECT ${lockColumns} FROM locks l WHERE l.owner_key = ? AND l.host = ? AND l.path = ? AND ${isLive}`
  const row = db.first(sql, [ownerKey, host, lockPath(segments), now], LockRow)
  return row && lockOf(row)
}
