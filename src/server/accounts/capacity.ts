import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import type { Db } from '#src/server/storage/db.ts'
import { storageUsedBy } from './users.ts'
import type { UserRow } from './users.ts'

/** What is needed to work out the room of an account. */
export type CapacityContext = { readonly db: Db; readonly now: () => number }

const Pending = v.object({ pending: v.number() })

/**
 * Throws 40051 when `size` more bytes exceed the owner's capacity. Open uploads count, except the upload session
 * `except`: those that the owner has announced with their whole size while it is reserved, all others with the parts that
 * have arrived. The `CROSS JOIN` makes SQLite start from the few uploads, not from the many files.
 */
export function requireCapacity(
  { db, now }: CapacityContext,
  owner: UserRow,
  size: number,
  except = '',
): void {
  const pending =
    db.first(
      `SELECT ifnull(sum(CASE WHEN u.user_key = f.owner_key AND u.reserved_until > ? THEN u.size
           ELSE min(u.size, json_array_length(u.begun) * u.chunk_size) END), 0) AS pending
         FROM uploads u CROSS JOIN files f ON f.key = u.file_key WHERE f.owner_key = ? AND u.id <> ?`,
      [now(), owner.key, except],
      Pending,
    )?.pending ?? 0
  if (storageUsedBy(db, owner.key) + pending + size <= owner.capacity) return
  throw new HttpError(ErrorCode.insufficientCapacity, 'Insufficient capacity')
}
