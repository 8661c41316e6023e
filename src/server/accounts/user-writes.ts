import * as v from 'valibot'
import { FileType } from '#src/contract/file.ts'
import type { ServiceContext } from '#src/server/http/request-context.ts'
import type { Db } from '#src/server/storage/db.ts'
import { newId } from '#src/server/storage/ids.ts'
import { deletePermanentlyStep, removeDeletedContents } from '#src/server/trash/purge.ts'
import { removeUploadsOfUser } from '#src/server/uploads/upload-rows.ts'
import type { UserRow } from './users.ts'

type NewUser = {
  readonly email: string
  readonly nickname: string
  /** Empty: nobody can sign in by password. */
  readonly passwordHash: string
  readonly group: 'Admin' | 'User'
  /** Base32. */
  readonly totpSecret?: string | undefined
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** Adds an account with its root folder, and returns its id. */
export function insertUser(db: Db, user: NewUser): string {
  const { email, nickname, passwordHash, group, totpSecret, createdAt } = user
  const id = newId()
  db.transaction(() => {
    const { key } = db.run(
      `INSERT INTO users (id, email, nickname, password_hash, totp_secret, group_key, created_at)
       SELECT ?, ?, ?, ?, ?, key, ? FROM groups WHERE name = ?`,
      [id, email, nickname, passwordHash, totpSecret ?? null, createdAt, group],
    )
    db.run(
      `INSERT INTO files (id, owner_key, parent_key, type, name, size, created_at, updated_at)
       VALUES (?, ?, NULL, ?, '', 0, ?, ?)`,
      [newId(), key, FileType.folder, createdAt, createdAt],
    )
  })
  return id
}

/** Gives an account another password, and ends its sign-ins, except for that of the caller. */
export function changePasswordAndEndSignIns(
  db: Db,
  userKey: number,
  hash: string,
  keptFamily = '',
): void {
  db.transaction(() => {
    db.run('UPDATE users SET password_hash = ?, has_own_password = 1 WHERE key = ?', [
      hash,
      userKey,
    ])
    db.run('DELETE FROM families WHERE user_key = ? AND id <> ?', [userKey, keptFamily])
  })
}

/** Turns the second factor of an account off. */
export function removeSecondFactor(db: Db, userKey: number): void {
  db.run('UPDATE users SET totp_secret = NULL, totp_step = 0 WHERE key = ?', [userKey])
}

/** Whether an account still has the password and the second factor that the sample data gave it. */
export function hasSamplePassword(
  db: Db,
  { email, totp_secret }: { readonly email: string; readonly totp_secret?: string },
): boolean {
  const sql =
    'SELECT 1 AS found FROM users WHERE email = ? AND has_own_password = 0 AND totp_secret IS ?'
  return db.first(sql, [email, totp_secret ?? null], v.object({ found: v.number() })) !== undefined
}

const Root = v.object({ key: v.number(), type: v.number() })

/**
 * Deletes an account with its files, versions, trash and links, and what it has begun in the files of others (uploads,
 * locks). What it has saved there stays. A removal that was killed is finished by another one.
 */
export async function removeUser(
  context: Pick<ServiceContext, 'db' | 'store'>,
  { key }: Pick<UserRow, 'key'>,
): Promise<void> {
  const { db } = context
  db.run('DELETE FROM families WHERE user_key = ?', [key])
  db.run('DELETE FROM locks WHERE holder_key = ?', [key])
  removeUploadsOfUser(context, key)
  const sql = 'SELECT key, type FROM files WHERE owner_key = ? AND parent_key IS NULL'
  for (const root of db.query(sql, [key], Root)) {
    while (!db.transaction(() => deletePermanentlyStep(db, root)).isDone);
  }
  db.run('DELETE FROM users WHERE key = ?', [key])
  await removeDeletedContents(context)
}
