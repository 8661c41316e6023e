import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { requireCapacity } from '#src/server/accounts/capacity.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import type { ServiceContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import type { UploadRow } from './upload-rows.ts'

/** Milliseconds after the last chunk for which the rest of an upload stays reserved. */
export const reservationMs = 600_000
/** Bytes that a visitor may have announced through one share at a time. */
export const maxVisitorBytes = 1024 ** 3

/** Upload sessions that a user may have open: each write adds them up. */
const maxOpenUploads = 1_000

const Count = v.object({ count: v.number() })
const Sum = v.object({ bytes: v.number() })

/** An upload whose size is to be reserved. */
type Announced = Pick<UploadRow, 'id' | 'user_key' | 'share_id' | 'size'>

/**
 * Throws 40074 when a user has 1,000 uploads open already. Asked when one begins: those that are open can go on, however
 * many an older build has let in.
 */
export function requireFewOpenUploads(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  userKey: number,
): void {
  const sql = 'SELECT count(*) AS count FROM uploads WHERE user_key = ? AND expires_at > ?'
  const open = db.first(sql, [userKey, now()], Count)?.count ?? 0
  if (open < maxOpenUploads) return
  throw new HttpError(ErrorCode.batchTooLarge, 'Too many uploads at once', {
    detail: `at most ${maxOpenUploads} uploads may be unfinished`,
  })
}

/**
 * Throws 40051 when the whole size of an upload cannot be reserved, because the owner of the place has no room for it now,
 * or a visitor has announced too much through this share. What a visitor announces takes nothing of the owner's capacity
 * until it arrives, so that nobody can fill up another account without sending anything.
 */
export function requireReservable(
  context: Pick<ServiceContext, 'db' | 'now'>,
  owner: UserRow,
  upload: Announced,
): void {
  requireCapacity(context, owner, upload.size, upload.id)
  if (upload.user_key === owner.key) return
  const sql = `SELECT ifnull(sum(size), 0) AS bytes FROM uploads
    WHERE user_key = ? AND share_id IS ? AND reserved_until > ? AND id <> ?`
  const params = [upload.user_key, upload.share_id, context.now(), upload.id]
  const announced = context.db.first(sql, params, Sum)?.bytes ?? 0
  if (announced + upload.size <= maxVisitorBytes) return
  throw new HttpError(ErrorCode.insufficientCapacity, 'Insufficient capacity', {
    detail: `visitors may announce ${maxVisitorBytes} bytes at a time`,
  })
}

/**
 * Reserves an upload for another ten minutes and counts a chunk, which is about to arrive, for the owner of the place. Run
 * it in a transaction. Throws 40051 when the reservation has lapsed and there is no room for the upload any more, and when
 * there is none for a chunk of a visitor.
 */
export function reserveChunk(
  context: Pick<ServiceContext, 'db' | 'now'>,
  owner: UserRow,
  upload: UploadRow,
  index: number,
): void {
  const { db, now } = context
  if (upload.reserved_until <= now()) requireReservable(context, owner, upload)
  const begun = upload.begun.includes(index) ? upload.begun : [...upload.begun, index]
  if (upload.user_key !== owner.key && begun !== upload.begun) {
    const bytes = Math.min(upload.size, begun.length * upload.chunk_size)
    requireCapacity(context, owner, bytes, upload.id)
  }
  db.run('UPDATE uploads SET begun = ?, reserved_until = ? WHERE id = ?', [
    JSON.stringify(begun),
    now() + reservationMs,
    upload.id,
  ])
}
