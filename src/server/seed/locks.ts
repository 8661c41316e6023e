import * as v from 'valibot'
import { FileType } from '#src/contract/file.ts'
import type { LockApplication } from '#src/contract/lock.ts'
import { fileById, uriAndAncestorsOf } from '#src/server/files/files.ts'
import type { ServiceContext } from '#src/server/http/request-context.ts'
import { lockPath } from '#src/server/locks/lock-table.ts'
import { newLockToken } from '#src/server/locks/locks.ts'
import type { UserKeyLookup } from './user-key-lookup.ts'

const TokenRow = v.object({ token: v.string() })

export type LockBuilders = {
  /** Locks an item, or a path below `owner`'s root folder that need not exist; returns the token. */
  addLock(lock: {
    owner: string
    fileId?: string
    path?: readonly string[]
    application: LockApplication
    /** Id of the user who holds the lock. */
    holder?: string
    token?: string
    depth?: 0 | 'infinity'
    /** Milliseconds since 1970; never when left out. */
    expires?: number
    type?: 0 | 1
  }): string
  /** Tokens of every lock, in the order in which they were created. */
  lockTokens(): string[]
  /** Removes locks, whoever holds them. */
  removeLocks(tokens: readonly string[]): void
}

export function createLockBuilders(
  { db, now }: ServiceContext,
  userKey: UserKeyLookup,
): LockBuilders {
  return {
    addLock({
      owner,
      fileId,
      path,
      application,
      holder,
      token = newLockToken(),
      depth = 'infinity',
      expires,
      type,
    }) {
      const file = fileId === undefined ? undefined : fileById(db, fileId)
      if (fileId !== undefined && !file) throw new Error(`no file ${fileId}`)
      const uri = file ? uriAndAncestorsOf(db, file).uri : { host: 'my', segments: path ?? [] }
      db.run(
        `INSERT INTO locks (token, owner_key, holder_key, host, path, is_deep, type, application, expires_at, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          token,
          userKey(owner),
          holder === undefined ? null : userKey(holder),
          uri.host,
          lockPath(uri.segments),
          depth === 'infinity',
          type ?? file?.type ?? FileType.file,
          JSON.stringify(application),
          expires ?? null,
          now(),
        ],
      )
      return token
    },

    lockTokens: () =>
      db
        .query('SELECT token FROM locks ORDER BY created_at, rowid', [], TokenRow)
        .map(({ token }) => token),

    removeLocks(tokens) {
      for (const token of tokens) db.run('DELETE FROM locks WHERE token = ?', [token])
    },
  }
}
