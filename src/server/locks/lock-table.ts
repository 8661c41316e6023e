import * as v from 'valibot'
import { LockApplication } from '#src/contract/lock.ts'
import { userByKey } from '#src/server/accounts/users.ts'
import { isShareCapabilityGrantValid } from '#src/server/shares/share-grants.ts'
import { SqlBoolean } from '#src/server/storage/db.ts'
import type { Db, SqlValue } from '#src/server/storage/db.ts'

/** What a write changes, or a lock protects: a path in a space or its trash, alone or with everything below it. */
export type LockTarget = {
  readonly ownerKey: number
  readonly host: 'my' | 'trash'
  /** Decoded names, root first; the trash id comes first in the trash. */
  readonly segments: readonly string[]
  readonly isDeep: boolean
}

/** Maximum number of conflicts in one response; the others are reported by the next attempt. */
export const maxConflicts = 1000

/**
 * The path column of a lock: each segment escaped and preceded by a slash, '' for the root, so that a folder's path is
 * a prefix of its children's.
 */
export const lockPath = (segments: readonly string[]): string => segments.map(lockStep).join('')

const lockStep = (segment: string): string =>
  `/${encodeURIComponent(segment.replace(/\p{Cs}/gu, '\ufffd'))}`

export const LockRow = v.object({
  token: v.string(),
  owner_key: v.number(),
  holder_key: v.nullable(v.number()),
  holder: v.nullable(v.string()),
  host: v.picklist(['my', 'trash']),
  path: v.string(),
  is_deep: SqlBoolean,
  type: v.number(),
  application: v.pipe(v.string(), v.parseJson(), LockApplication),
  expires_at: v.nullable(v.number()),
  wopi_lock: v.nullable(v.string()),
  share_grant: v.nullable(v.string()),
})
export type LockRow = v.InferOutput<typeof LockRow>

/** The columns of {@link LockRow} for `FROM locks l`. */
export const lockColumns = `l.token, l.owner_key, l.holder_key, (SELECT u.id FROM users u WHERE u.key = l.holder_key) AS holder,
  l.host, l.path, l.is_deep, l.type, l.application, l.expires_at, l.wopi_lock,
  l.share_grant`
/** SQL condition: the lock `l` has not expired at the time of its one parameter (milliseconds since 1970). */
export const isUnexpiredLockSql = '(l.expires_at IS NULL OR l.expires_at > ?)'

export function parseLockPath(path: string): string[] {
  return path.split('/').slice(1).map(decodeURIComponent)
}

/** Whether a lock holds: one that was taken through a share ends with what allowed it. */
function holds(db: Db, lock: LockRow, now: number): boolean {
  if (lock.share_grant === null) return true
  const user = (lock.holder_key === null ? undefined : userByKey(db, lock.holder_key)) ?? null
  const item = { segments: parseLockPath(lock.path) }
  return isShareCapabilityGrantValid(db, { grant: lock.share_grant, user, item, now })
}

/** The locks of a query that hold. The others are removed, so that none of them holds again beside a newer lock. */
export function queryAndPruneRevokedLocks(db: Db, now: number, query: () => LockRow[]): LockRow[] {
  for (;;) {
    const found = query()
    const over = found.filter((lock) => !holds(db, lock, now))
    if (over.length === 0) return found
    db.run('DELETE FROM locks WHERE token IN (SELECT value FROM json_each(?))', [
      JSON.stringify(over.map(({ token }) => token)),
    ])
  }
}

/** The locks that conflict with any of the targets, which are all in one space; each once. */
export const findLockConflicts = (db: Db, targets: readonly LockTarget[], now: number): LockRow[] =>
  queryAndPruneRevokedLocks(db, now, () => conflictsOf(db, targets, now))

/** A path of targets, and what of it is below. */
type Place = { readonly path: string; below?: Map<string, Place> }

/**
 * The lock paths of targets, of those that are deep, and of all of them and what is above. Each folder is walked through
 * once: the targets of a batch can be thousands in one folder, 256 levels down.
 */
function pathsOf(targets: readonly LockTarget[]) {
  const root: Place = { path: '' }
  const all = [root.path]
  const wished = new Set<string>()
  const deep = new Set<string>()
  for (const { segments, isDeep } of targets) {
    let place = root
    for (const segment of segments) {
      place.below ??= new Map()
      let next = place.below.get(segment)
      if (!next) {
        next = { path: place.path + lockStep(segment) }
        place.below.set(segment, next)
        all.push(next.path)
      }
      place = next
    }
    wished.add(place.path)
    if (isDeep) deep.add(place.path)
  }
  return { all, wished, deep }
}

function conflictsOf(db: Db, targets: readonly LockTarget[], now: number): LockRow[] {
  const [first] = targets
  if (!first) return []
  const space: SqlValue[] = [first.ownerKey, first.host, now]
  const any = `SELECT 1 AS found FROM locks l WHERE l.owner_key = ? AND l.host = ? AND ${isUnexpiredLockSql} LIMIT 1`
  if (!db.first(any, space, v.object({ found: v.number() }))) return []
  const { all, wished, deep } = pathsOf(targets)
  const list = (paths: Iterable<string>) => JSON.stringify([...paths])
  const exact = db
    .query(
      `SELECT ${lockColumns} FROM json_each(?) AS requested CROSS JOIN locks l
       WHERE l.owner_key = ? AND l.host = ? AND l.path = requested.value AND ${isUnexpiredLockSql}`,
      [list(all), ...space],
      LockRow,
    )
    .filter((lock) => wished.has(lock.path) || lock.is_deep)
  // Every other character of a path sorts behind the slash, and "0" is the one right behind it.
  const below = db.query(
    `SELECT ${lockColumns} FROM json_each(?) AS requested CROSS JOIN locks l
     WHERE l.owner_key = ? AND l.host = ? AND l.path > requested.value || '/' AND l.path < requested.value || '0' AND ${isUnexpiredLockSql}
     LIMIT ?`,
    [list(deep), ...space, maxConflicts],
    LockRow,
  )
  return [...new Map([...exact, ...below].map((lock) => [lock.token, lock])).values()]
}
