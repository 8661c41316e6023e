import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import { LockApplication } from '#src/contract/lock.ts'
import type { Call } from './call.ts'
import { sqlFlag } from './db.ts'
import type { Db, SqlValue } from './db.ts'
import { Refusal } from './envelope.ts'
import { writeUri } from './files.ts'

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

/** Most conflicts that one answer names; what is left comes up at the next try. */
const maxConflicts = 1000

/** How a lock's table names a path: every segment escaped and led by a slash, the root ''; a folder's path is a prefix of what it holds. */
export const lockPath = (segments: readonly string[]): string =>
  segments
    .map((segment) => `/${encodeURIComponent(segment.replace(/\p{Cs}/gu, '\ufffd'))}`)
    .join('')

/** A token that nobody can guess: 192 random bits. */
export const newLockToken = (): string => randomBytes(24).toString('base64url')

const LockRow = v.object({
  token: v.string(),
  owner_key: v.number(),
  holder_key: v.nullable(v.number()),
  holder: v.nullable(v.string()),
  host: v.picklist(['my', 'trash']),
  path: v.string(),
  is_deep: sqlFlag,
  type: v.number(),
  application: v.pipe(v.string(), v.parseJson(), LockApplication),
  expires_at: v.nullable(v.number()),
  wopi_lock: v.nullable(v.string()),
})
type LockRow = v.InferOutput<typeof LockRow>

const columns = `l.token, l.owner_key, l.holder_key, (SELECT u.id FROM users u WHERE u.key = l.holder_key) AS holder,
  l.host, l.path, l.is_deep, l.type, l.application, l.expires_at, l.wopi_lock`
const isLive = '(l.expires_at IS NULL OR l.expires_at > ?)'

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1).map(decodeURIComponent)
}

/** Paths that lead to `segments`, root first, without the path itself. */
const above = (segments: readonly string[]): string[] =>
  segments.map((_segment, depth) => lockPath(segments.slice(0, depth)))

/** The locks that stand against any of the targets, which lie in one space; each once. */
function conflictsIn(db: Db, targets: readonly LockTarget[], now: number): LockRow[] {
  const [first] = targets
  if (!first) return []
  const space: SqlValue[] = [first.ownerKey, first.host, now]
  const any = `SELECT 1 AS found FROM locks l WHERE l.owner_key = ? AND l.host = ? AND ${isLive} LIMIT 1`
  if (!db.first(any, space, v.object({ found: v.number() }))) return []
  const wished = new Set(targets.map(({ segments }) => lockPath(segments)))
  const ancestors = new Set(targets.flatMap(({ segments }) => above(segments)))
  const deep = new Set(
    targets.flatMap(({ segments, isDeep }) => (isDeep ? [lockPath(segments)] : [])),
  )
  const list = (paths: Iterable<string>) => JSON.stringify([...paths])
  const exact = db
    .query(
      `SELECT ${columns} FROM json_each(?) AS wish CROSS JOIN locks l
       WHERE l.owner_key = ? AND l.host = ? AND l.path = wish.value AND ${isLive}`,
      [list(new Set([...ancestors, ...wished])), ...space],
      LockRow,
    )
    .filter((lock) => wished.has(lock.path) || lock.is_deep)
  // Every other character of a path sorts behind the slash, and "0" is the one right behind it.
  const below = db.query(
    `SELECT ${columns} FROM json_each(?) AS wish CROSS JOIN locks l
     WHERE l.owner_key = ? AND l.host = ? AND l.path > wish.value || '/' AND l.path < wish.value || '0' AND ${isLive}
     LIMIT ?`,
    [list(deep), ...space, maxConflicts],
    LockRow,
  )
  return [...new Map([...exact, ...below].map((lock) => [lock.token, lock])).values()]
}

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
  const sql = `SELECT ${columns} FROM locks l WHERE l.token = ? AND ${isLive}`
  const row = db.first(sql, [token, now], LockRow)
  return row && lockOf(row)
}

/** The lock on exactly this path, whatever its depth, or undefined when none holds at `now`. */
export function lockAt(
  db: Db,
  { ownerKey, host, segments }: Omit<LockTarget, 'isDeep'>,
  now: number,
): Lock | undefined {
  const sql = `SELECT ${columns} FROM locks l WHERE l.owner_key = ? AND l.host = ? AND l.path = ? AND ${isLive}`
  const row = db.first(sql, [ownerKey, host, lockPath(segments), now], LockRow)
  return row && lockOf(row)
}
