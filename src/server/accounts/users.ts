import * as v from 'valibot'
import type { Owner } from '#src/contract/accounts/owner.ts'
import type { User } from '#src/contract/accounts/user.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { isoTime, zeroTime } from '#src/server/http/responses/envelope.ts'
import type { WithRequired, Wire } from '#src/server/http/wire.ts'
import { SqlBoolean } from '#src/server/storage/db.ts'
import type { Db } from '#src/server/storage/db.ts'
import { newId } from '#src/server/storage/ids.ts'

const Row = v.object({
  key: v.number(),
  id: v.string(),
  email: v.string(),
  nickname: v.string(),
  password_hash: v.string(),
  totp_secret: v.nullable(v.string()),
  totp_step: v.number(),
  status: v.string(),
  language: v.string(),
  disable_view_sync: SqlBoolean,
  preferred_theme: v.string(),
  share_links_in_profile: v.string(),
  version_retention_enabled: SqlBoolean,
  version_retention_ext: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
  version_retention_max: v.number(),
  created_at: v.number(),
  capacity: v.number(),
  group_id: v.string(),
  group_name: v.string(),
  permission: v.string(),
  trash_retention: v.number(),
})
export type UserRow = v.InferOutput<typeof Row>

const select = `SELECT u.key, u.id, u.email, u.nickname, u.password_hash, u.totp_secret, u.totp_step, u.status, u.language,
  u.disable_view_sync, u.preferred_theme, u.share_links_in_profile, u.version_retention_enabled,
  u.version_retention_ext, u.version_retention_max, u.created_at, ifnull(u.capacity, g.capacity) AS capacity,
  g.id AS group_id, g.name AS group_name, g.permission, g.trash_retention
  FROM users u JOIN groups g ON g.key = u.group_key`

export const userByKey = (db: Db, key: number) => db.first(`${select} WHERE u.key = ?`, [key], Row)
export const userById = (db: Db, id: string) => db.first(`${select} WHERE u.id = ?`, [id], Row)
export const userByEmail = (db: Db, email: string) =>
  db.first(`${select} WHERE u.email = ?`, [email], Row)

const gigabyte = 1024 ** 3
const groups = [
  // Bits of the public server: 0 admin, 2 share, 4 download archives, 5 create and extract archives, 7 open shares of
  // others, 12 advanced delete.
  { name: 'Admin', permission: [0, 2, 3, 4, 5, 6, 7, 9, 11, 12, 16], capacity: 1024 * gigabyte },
  { name: 'User', permission: [2, 4, 7, 11], capacity: 100 * gigabyte },
  { name: 'Anonymous', permission: [1, 7], capacity: 0 },
]
/** Seconds. */
const trashRetention = 7 * 24 * 3600

/** Adds the three groups that are missing, and updates the permissions of the others. */
export function seedGroups(db: Db): void {
  for (const { name, permission, capacity } of groups) {
    db.run(
      `INSERT INTO groups (id, name, permission, capacity, trash_retention) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET permission = excluded.permission`,
      [newId(), name, encodeBoolset(permission), capacity, trashRetention],
    )
  }
}

/** The user record that only the user may see (docs/protocol.md §2.4). */
export function toUserResponse(user: UserRow): Wire<typeof User> {
  return {
    id: user.id,
    email: user.email,
    nickname: user.nickname,
    status: user.status,
    created_at: isoTime(user.created_at),
    group: {
      id: user.group_id,
      name: user.group_name,
      permission: user.permission,
      trash_retention: user.trash_retention,
    },
    language: user.language,
    ...(user.disable_view_sync ? { disable_view_sync: true } : {}),
    ...(user.preferred_theme === '' ? {} : { preferred_theme: user.preferred_theme }),
    share_links_in_profile: user.share_links_in_profile,
  }
}

/** The anonymous pseudo-user of `GET /site/config/basic`. */
export const anonymousUserResponse = (): Wire<typeof User> => ({
  id: 'anonymous',
  nickname: '',
  created_at: zeroTime,
  anonymous: true,
  group: { id: 'anonymous', name: 'Anonymous', permission: encodeBoolset([1, 7]) },
})

type OwnerBody = WithRequired<Wire<typeof Owner>, 'nickname' | 'created_at'>

/** The user record that others see (docs/protocol.md §2.4); only those who are signed in get the e-mail address. */
export function toPublicUserResponse(
  user: Pick<UserRow, 'id' | 'email' | 'nickname' | 'created_at'>,
  seesEmail: boolean,
): OwnerBody {
  return {
    id: user.id,
    email: seesEmail ? user.email : '',
    nickname: user.nickname,
    avatar: '',
    created_at: isoTime(user.created_at),
  }
}

/** Bytes used by all versions of all files, including those in the trash. */
export function storageUsedBy(db: Db, userKey: number): number {
  const sql = 'SELECT used FROM users WHERE key = ?'
  return db.first(sql, [userKey], v.object({ used: v.number() }))?.used ?? 0
}

/** At most ten active users but one, whose nickname contains the keyword or whose e-mail address it is. */
export const findUsers = (db: Db, keyword: string, exceptKey: number): UserRow[] =>
  db.query(
    `${select} WHERE u.status = 'active' AND u.key <> ? AND (u.email = ? COLLATE NOCASE
       OR instr(lower(u.nickname), lower(?)) > 0) ORDER BY u.nickname, u.key LIMIT 10`,
    [exceptKey, keyword, keyword],
    Row,
  )
