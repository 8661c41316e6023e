import { ErrorCode } from '#src/contract/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { isTokenFamilyActive } from '#src/server/accounts/tokens.ts'
import { userByKey } from '#src/server/accounts/users.ts'
import { resolveUri } from '#src/server/files/resolve.ts'
import { readUri, requireUser } from '#src/server/http/call.ts'
import type { Call, Route } from '#src/server/http/call.ts'
import { Refusal } from '#src/server/http/envelope.ts'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * `GET /file/events?uri=` (docs/protocol.md §9.1): a stream of the changes below a folder. The header `X-Cr-Client-Id`
 * names it. Throws 401, 40001 (no such header), 403 (the trash, a file, a link to a single file), 40016, and HTTP 503
 * when there are too many streams.
 */
function openEvents(call: Call): Response {
  const { context, family } = call
  const user = requireUser(call)
  const clientId = call.request.headers.get('x-cr-client-id') ?? ''
  const text = call.query.get('uri')
  if (!uuid.test(clientId) || !text) {
    throw new Refusal(ErrorCode.invalidParameters, 'Parameter error', {
      detail: 'X-Cr-Client-Id and uri are required',
    })
  }
  const { search: _search, ...uri } = readUri(text)
  const folder = () => {
    const resolved = resolveUri(call, uri)
    const { file, share, owner, segments } = resolved
    if (resolved.host === 'trash' || share?.isFile || file?.type !== FileType.folder) {
      throw new Refusal(ErrorCode.forbidden, 'Not supported action', { detail: 'no folder' })
    }
    return { ownerKey: owner.key, segments }
  }
  const isAllowed = () => {
    try {
      folder()
      const isActive = userByKey(context.db, user.key)?.status === 'active'
      return isActive && isTokenFamilyActive(context.db, family)
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
  const topic = { userKey: user.key, clientId: clientId.toLowerCase(), ...folder(), isAllowed }
  const body = call.request.method === 'HEAD' ? null : context.events.open(topic)
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream;charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
  })
}

export const eventRoutes: readonly Route[] = [['GET', '/file/events', openEvents]]
