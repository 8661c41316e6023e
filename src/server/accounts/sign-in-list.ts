import * as v from 'valibot'
import { ActiveSignInRecords } from '#src/contract/accounts/user.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { NoData } from '#src/contract/schema.ts'
import { requireUser } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError, isoTime } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import type { Wire } from '#src/server/http/wire.ts'

/* Routes of the embedded service alone: the protocol has none to see where one is signed in. */

const Family = v.object({
  id: v.string(),
  created_at: v.number(),
  used_at: v.number(),
  client: v.string(),
})
/** Sign-ins in one answer, those that were used last. */
const maxListed = 200

/** `GET /user/sessions` (docs/protocol.md §2.4): where the caller is signed in, the one that was used last first. */
function listSignIns(ctx: RequestContext): Wire<typeof ActiveSignInRecords> {
  const { db, now } = ctx.context
  const sql = `SELECT id, created_at, used_at, client FROM families WHERE user_key = ? AND expires_at > ?
    ORDER BY used_at DESC, key DESC LIMIT ?`
  return db.query(sql, [requireUser(ctx).key, now(), maxListed], Family).map((family) => ({
    id: family.id,
    created_at: isoTime(family.created_at),
    used_at: isoTime(family.used_at),
    client: family.client,
    is_current: family.id === ctx.family,
  }))
}

/** `DELETE /user/sessions/:id`: ends a sign-in of the caller. Throws 404 when there is none, and 401. */
function endSignIn(ctx: RequestContext): void {
  const { db, events } = ctx.context
  const sql = 'DELETE FROM families WHERE id = ? AND user_key = ?'
  const { changes } = db.run(sql, [ctx.params['id'] ?? '', requireUser(ctx).key])
  if (changes === 0) throw new HttpError(ErrorCode.notFound, 'Session not found')
  events.endDisallowed()
}

/** `DELETE /user/sessions`: ends all other sign-ins of the caller. Throws 401. */
function endOtherSignIns(ctx: RequestContext): void {
  const { db, events } = ctx.context
  const user = requireUser(ctx)
  db.run('DELETE FROM families WHERE user_key = ? AND id <> ?', [user.key, ctx.family])
  events.endDisallowed()
}

export const signInListRoutes: readonly Route[] = [
  ['GET', '/user/sessions', route(ActiveSignInRecords, listSignIns)],
  ['DELETE', '/user/sessions', route(NoData, endOtherSignIns)],
  ['DELETE', '/user/sessions/:id', route(NoData, endSignIn)],
]
