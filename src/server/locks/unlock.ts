import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { NoData } from '#src/contract/schema.ts'
import { readBody, requireUser } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'

/** Maximum number of tokens in one request. */
const maxTokens = 16_384
const Unlock = v.object({ tokens: v.pipe(v.array(v.string()), v.maxLength(maxTokens)) })
const Count = v.object({ count: v.number() })

/**
 * `DELETE /file/lock` (docs/protocol.md §7.6): removes locks on the caller's own files, all of them or none. Throws
 * 401, and 40001 when any token is unknown, expired or of another user's file; the response does not tell which.
 */
async function forceUnlock(ctx: RequestContext): Promise<void> {
  const user = requireUser(ctx)
  const { tokens } = await readBody(ctx, Unlock)
  const { db, now } = ctx.context
  const wanted = new Set(tokens)
  db.transaction(() => {
    const mine = `FROM locks WHERE owner_key = ? AND (expires_at IS NULL OR expires_at > ?)
      AND token IN (SELECT value FROM json_each(?))`
    const params = [user.key, now(), JSON.stringify([...wanted])]
    const found = db.first(`SELECT count(*) AS count ${mine}`, params, Count)?.count
    if (found !== wanted.size)
      throw new HttpError(ErrorCode.invalidParameters, 'failed to unlock file')
    db.run(`DELETE ${mine}`, params)
  })
}

export const unlockRoutes: readonly Route[] = [['DELETE', '/file/lock', route(NoData, forceUnlock)]]
