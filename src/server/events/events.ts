import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import { isTokenFamilyActive } from '#src/server/accounts/tokens.ts'
import { userByKey } from '#src/server/accounts/users.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { fileByKey, uriAndAncestorsOf } from '#src/server/files/files.ts'
import { resolveUri } from '#src/server/files/resolve.ts'
import { parseRequestUri, requireUser } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { routeWithoutEnvelope } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import {
  createShareCapabilityGrant,
  isShareCapabilityGrantValid,
} from '#src/server/shares/share-grants.ts'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * `GET /file/events?uri=` (docs/protocol.md §9.1): a stream of the changes below a folder. The header `X-Cr-Client-Id`
 * names it. Throws 401, 40001 (no such header), 403 (the trash, a file, a link to a single file), 40016, and HTTP 503
 * when there are too many streams.
 */
function openEvents(ctx: RequestContext): Response {
  const { context, family } = ctx
  const user = requireUser(ctx)
  const clientId = ctx.request.headers.get('x-cr-client-id') ?? ''
  const text = ctx.query.get('uri')
  if (!uuid.test(clientId) || !text) {
    throw new HttpError(ErrorCode.invalidParameters, 'Parameter error', {
      detail: 'X-Cr-Client-Id and uri are required',
    })
  }
  const { search: _search, ...uri } = parseRequestUri(text)
  const { host, file, share } = resolveUri(ctx, uri)
  if (host === 'trash' || share?.isFile || file?.type !== FileType.folder) {
    throw new HttpError(ErrorCode.forbidden, 'Not supported action', { detail: 'no folder' })
  }
  const grant = share ? createShareCapabilityGrant(share, Capability.listChildren) : ''
  const { db, now } = context
  const mayRead = (current: UserRow) => {
    if (grant)
      return isShareCapabilityGrantValid(db, { grant, user: current, item: file, now: now() })
    const folder = fileByKey(db, file.key)
    return folder !== undefined && uriAndAncestorsOf(db, folder).uri.host === 'my'
  }
  const isAllowed = () => {
    const current = userByKey(db, user.key)
    return current?.status === 'active' && isTokenFamilyActive(context, family) && mayRead(current)
  }
  const topic = {
    userKey: user.key,
    clientId: clientId.toLowerCase(),
    folderKey: file.key,
    grant,
    isAllowed,
  }
  const body = ctx.request.method === 'HEAD' ? null : context.events.open(topic)
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream;charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
  })
}

export const eventRoutes: readonly Route[] = [
  ['GET', '/file/events', routeWithoutEnvelope(openEvents)],
]
