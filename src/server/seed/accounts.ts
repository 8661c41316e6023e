import type { TokenPair } from '#src/contract/accounts/token.ts'
import { startTokenFamily } from '#src/server/accounts/tokens.ts'
import { insertUser } from '#src/server/accounts/user-writes.ts'
import type { ServiceContext } from '#src/server/http/request-context.ts'
import type { UserKeyLookup } from './user-key-lookup.ts'

export type AccountBuilders = {
  /** Adds an account and its root folder; returns its id. Without password and hash nobody can sign in by password. */
  addUser(user: {
    email: string
    nickname: string
    /** Hashed synchronously, which blocks the event loop for as long as a sign-in takes. */
    password?: string
    /** A result of `hashPassword`. */
    passwordHash?: string
    group?: 'Admin' | 'User'
    /** Base32. */
    totpSecret?: string
    createdAt?: number
  }): string
  /** A hash for `addUser`, at the same cost as the service's own. */
  hashPassword(password: string): Promise<string>
  /** Signs a user in without a password; `expiresInSeconds` is the life of the given kind (of both without a kind). */
  mintToken(
    userId: string,
    life?: { expiresInSeconds?: number; kind?: 'access' | 'refresh' },
  ): Promise<TokenPair>
  /** Ends every sign-in of every user: their access and refresh tokens are refused from now on. */
  endSessions(): void
  /** Bytes that a user may store. */
  setCapacity(userId: string, bytes: number): void
  /** Whether the views of a user's folders stay in the browser instead of being stored with the folder. */
  setViewSyncDisabled(userId: string, isDisabled: boolean): void
}

export function createAccountBuilders(
  context: ServiceContext,
  userKey: UserKeyLookup,
): AccountBuilders {
  const { db, hasher, now } = context
  return {
    addUser({
      email,
      nickname,
      password,
      passwordHash = password === undefined ? '' : hasher.hashNow(password),
      group = 'User',
      totpSecret,
      createdAt = now(),
    }) {
      return insertUser(db, { email, nickname, passwordHash, group, totpSecret, createdAt })
    },
    hashPassword: (password) => hasher.hash(password),
    mintToken(userId, { expiresInSeconds, kind } = {}) {
      const user = { key: userKey(userId), id: userId }
      if (expiresInSeconds === undefined) return startTokenFamily(context, user)
      const life = kind
        ? { [kind]: expiresInSeconds }
        : { access: expiresInSeconds, refresh: expiresInSeconds }
      return startTokenFamily(context, user, { life })
    },
    endSessions: () => void db.run('DELETE FROM families', []),
    setCapacity(userId, bytes) {
      db.run('UPDATE users SET capacity = ? WHERE key = ?', [bytes, userKey(userId)])
    },
    setViewSyncDisabled(userId, isDisabled) {
      db.run('UPDATE users SET disable_view_sync = ? WHERE key = ?', [isDisabled, userKey(userId)])
    },
  }
}
