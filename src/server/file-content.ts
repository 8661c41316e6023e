import { Code } from '#src/contract/codes.ts'
import type { Call, Route } from './call.ts'
import { archiveContent } from './archive.ts'
import { Refusal } from './envelope.ts'
import { contentHeaders, requireSigned } from './signed-address.ts'
import { thumbContent } from './thumbs.ts'

type Range = { readonly start: number; readonly end: number }

/**
 * The one range that a request asks for, both ends within; 'all' when it asks for none, several or in another way,
 * 'none' when nothing of it is there.
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
 * The bytes behind a signed address of a file, or the part of them that `Range` asks for. Throws 40071, 40005 and 40077.
 */
async function fileContent(call: Call): Promise<Response> {
  const { store } = call.context
  const { request, query } = call
  const isDownload = query.get('download') === 'true'
  const { id, name } = requireSigned(call, isDownload ? 'download' : 'view')
  const size = store.size(id)
  if (size === null) throw new Refusal(Code.nothingThere, 'Entity does not exist')
  // A content never changes, so its id says all.
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
  if (!bytes) throw new Refusal(Code.nothingThere, 'Entity does not exist')
  return new Response(bytes, answer)
}

/** What a signed address leads to: a file, its thumbnail, or an archive. */
function content(call: Call): Promise<Response> {
  if (call.query.has('thumb')) return thumbContent(call)
  return call.query.has('archive') ? archiveContent(call) : fileContent(call)
}

export const fileContentRoutes: readonly Route[] = [
  ['GET', '/file/content/:id/:expires/:name', content],
]
