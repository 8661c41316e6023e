import { Capacity, User, Users } from '#src/contract/accounts/user.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { requireId, requireUser } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import type { Wire } from '#src/server/http/wire.ts'
import {
  findUsers,
  toPublicUserResponse,
  storageUsedBy,
  toUserResponse,
  userById,
} from './users.ts'

/**
 * `GET /user/search?keyword=` (docs/protocol.md §2.4): at most ten active users whose nickname contains the keyword or
 * whose e-mail address it is. Throws 401, and 40001 for fewer than two characters.
 */
function searchUsers(ctx: RequestContext): Wire<typeof User>[] {
  const caller = requireUser(ctx)
  const keyword = (ctx.query.get('keyword') ?? '').trim()
  if (keyword.length < 2) throw new HttpError(ErrorCode.invalidParameters, 'Keyword too short')
  return findUsers(ctx.context.db, keyword, caller.key).map((user) => ({
    ...toPublicUserResponse(user, true),
    group: { id: user.group_id, name: user.group_name },
  }))
}

export const userRoutes: readonly Route[] = [
  ['GET', '/user/search', route(Users, searchUsers)],
  ['GET', '/user/me', route(User, (ctx) => toUserResponse(requireUser(ctx)))],
  [
    'GET',
    '/user/capacity',
    route(Capacity, (ctx) => {
      const user = requireUser(ctx)
      return { total: user.capacity, used: storageUsedBy(ctx.context.db, user.key) }
    }),
  ],
  [
    'GET',
    '/user/info/:id',
    route(User, (ctx) => {
      const user = userById(ctx.context.db, requireId(ctx.params['id'] ?? ''))
      if (!user) throw new HttpError(ErrorCode.unclassified, '', { detail: 'no such user' })
      const group = { id: user.group_id, name: user.group_name }
      return { ...toPublicUserResponse(user, ctx.user !== null), group }
    }),
  ],
]
