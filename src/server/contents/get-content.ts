import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { routeWithoutEnvelope } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { archiveResponse } from './archive.ts'
import { contentHeaders, verifySignedUrl } from './signed-url.ts'
import { thumbnailResponseForSignedUrl } from './thumbs.ts'

type Range = { readonly start: number; readonly end: number }

/**
 * Parses a `Range` header with one range, both ends included; 'all' when there is none, several or another unit,
 * 'none' when the range cannot be satisfied.
 */
function readRange(header: string, size: number): Range | 'all' | 'none' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header)
  const [, first = '', last = ''] = match ?? []
  if (!match || (first === '' && last === '')) return 'all'
  if (first === '') {
    const start = Math.max(size - Number(last), 0)
    return start < size ? { start, end: size - 1 } : 'none'
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'all'
  return start < size ? { start, end } : 'none'
}

/**
 * The bytes behind the signed URL of a file, or the requested range of them. Throws 40077 and what `verifySignedUrl`
 * throws.
 */
async function fileContent(ctx: RequestContext): Promise<Response> {
  const { store } = ctx.context
  const { request, query } = ctx
  const isDownload = query.get('download') === 'true'
  const { id, name } = verifySignedUrl(ctx, isDownload ? 'download' : 'view')
  const size = store.size(id)
  if (size === null) throw new HttpError(ErrorCode.contentNotFound, 'Entity does not exist')
  // A content never changes, so its id identifies its bytes.
  const etag = `"${id}"`
  const headers = {
    ...contentHeaders(name, isDownload),
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag,
  }
  const known = request.headers.get('if-none-match')
  if (known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)) {
    return new Response(null, { status: 304, headers })
  }
  const condition = request.headers.get('if-range') ?? etag
  const range = readRange(condition === etag ? (request.headers.get('range') ?? '') : '', size)
  if (range === 'none') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${size}` },
    })
  }
  const part = range === 'all' ? { start: 0, end: size - 1 } : range
  const length = part.end - part.start + 1
  const answer = {
    status: range === 'all' ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(length),
      ...(range === 'all' ? {} : { 'content-range': `bytes ${part.start}-${part.end}/${size}` }),
    },
  }
  if (request.method === 'HEAD' || length === 0) return new Response(null, answer)
  const bytes = await store.read(id, part)
  if (!bytes) throw new HttpError(ErrorCode.contentNotFound, 'Entity does not exist')
  return new Response(bytes, answer)
}

/** `GET /file/content/…` by signed URL: a file, its thumbnail, or an archive. */
function content(ctx: RequestContext): Promise<Response> {
  if (ctx.query.has('thumb')) return thumbnailResponseForSignedUrl(ctx)
  return ctx.query.has('archive') ? archiveResponse(ctx) : fileContent(ctx)
}

export const getContentRoutes: readonly Route[] = [
  ['GET', '/file/content/:id/:expires/:name', routeWithoutEnvelope(content)],
]
