import { createHash, createHmac, randomUUID } from 'node:crypto'

/*
 * A small object storage that is like S3 where uploads and downloads meet it: signed URLs with an end, multipart uploads,
 * and CORS rules with preflight.
 */

type Upload = { key: string; parts: Map<number, { tag: string; bytes: Uint8Array }> }
type StoredObject = { bytes: Uint8Array; type: string }

export type S3Store = {
  readonly origin: string
  /** Answers as the storage does, CORS headers included. */
  fetch: (request: Request) => Promise<Response>
  createUpload: (key: string) => string
  abortUpload: (id: string) => void
  /** Signed for `lifetimeMs` from now. */
  sign: (method: string, key: string, query: Record<string, string>, lifetimeMs: number) => string
  put: (key: string, object: StoredObject) => void
  get: (key: string) => StoredObject | undefined
  /** Ends all uploads that are not complete, as a rule of the storage about old ones does. */
  abortUploads: () => void
  /** Ends all URLs that were signed until now. */
  expire: () => void
  /** Uploads that are neither complete nor aborted. */
  readonly openUploads: number
  /** Its CORS rules; tests change them. */
  readonly rules: { isOpen: boolean; exposed: string }
}

const bucket = 'bucket'
const allowedHeaders = new Set(['content-type', 'range'])
/** None of these may reach a storage. */
const secrets = ['authorization', 'cookie', 'referer', 'x-cr-correlation-id', 'x-cr-client-id']

const refusal = (status: number, code: string, message = code) =>
  new Response(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    { status, headers: { 'content-type': 'application/xml' } },
  )

export function createS3Store(origin: string, now: () => number = Date.now): S3Store {
  const secret = randomUUID()
  const uploads = new Map<string, Upload>()
  const objects = new Map<string, StoredObject>()
  const signed = new Set<string>()
  const expired = new Set<string>()
  const rules = { isOpen: true, exposed: 'ETag' }

  const signatureOf = (method: string, url: URL): string => {
    const query = [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature')
    const text = JSON.stringify([method, url.pathname, query])
    return createHmac('sha256', secret).update(text).digest('hex')
  }

  const sign: S3Store['sign'] = (method, key, query, lifetimeMs) => {
    const url = new URL(`/${bucket}/${encodeURIComponent(key)}`, origin)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    url.searchParams.set('Expires', String(now() + lifetimeMs))
    url.searchParams.set('X-Amz-Signature', signatureOf(method, url))
    signed.add(url.href)
    return url.href
  }

  /** `CompleteMultipartUpload`: the parts in the order of their numbers, each with its tag. */
  const assemble = (id: string, upload: Upload, xml: string): Response => {
    const part = /<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag><\/Part>/g
    const named = [...xml.matchAll(part)].map(([, number, tag]) => ({
      number: Number(number),
      tag,
    }))
    if (
      !/^<CompleteMultipartUpload>.*<\/CompleteMultipartUpload>$/.test(xml) ||
      named.length === 0
    ) {
      return refusal(400, 'MalformedXML')
    }
    if (named.some(({ number }, at) => number <= (named[at - 1]?.number ?? 0))) {
      return refusal(400, 'InvalidPartOrder')
    }
    if (named.some(({ number, tag }) => upload.parts.get(number)?.tag !== tag)) {
      return refusal(400, 'InvalidPart')
    }
    const bytes = Buffer.concat(
      named.map(({ number }) => upload.parts.get(number)?.bytes ?? new Uint8Array()),
    )
    objects.set(upload.key, { bytes, type: 'application/octet-stream' })
    uploads.delete(id)
    return new Response('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const query = url.searchParams
    if (secrets.some((name) => request.headers.has(name))) return refusal(400, 'InvalidRequest')
    if (query.get('X-Amz-Signature') !== signatureOf(request.method, url)) {
      return refusal(403, 'SignatureDoesNotMatch')
    }
    if (expired.has(url.href) || Number(query.get('Expires')) <= now()) {
      return refusal(403, 'AccessDenied', 'Request has expired')
    }
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2))
    if (request.method === 'GET') {
      const object = objects.get(key)
      if (!object) return refusal(404, 'NoSuchKey')
      const disposition = query.get('response-content-disposition')
      return new Response(Buffer.from(object.bytes), {
        headers: {
          'content-type': object.type,
          ...(disposition === null ? {} : { 'content-disposition': disposition }),
        },
      })
    }
    const id = query.get('uploadId') ?? ''
    const upload = uploads.get(id)
    if (upload?.key !== key) return refusal(404, 'NoSuchUpload')
    if (request.method === 'POST') return assemble(id, upload, await request.text())
    const bytes = new Uint8Array(await request.arrayBuffer())
    const tag = `"${createHash('md5').update(bytes).digest('hex')}"`
    upload.parts.set(Number(query.get('partNumber')), { tag, bytes })
    return new Response(null, { headers: { etag: tag } })
  }

  const preflight = ({ headers }: Request): Response => {
    const wanted = (headers.get('access-control-request-headers') ?? '').split(',')
    const isAllowed = wanted.every((name) => name === '' || allowedHeaders.has(name.trim()))
    if (!rules.isOpen || !isAllowed) return refusal(403, 'AccessForbidden')
    return new Response(null, {
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, PUT, POST',
        'access-control-allow-headers': [...allowedHeaders].join(', '),
      },
    })
  }

  return {
    origin,
    rules,
    sign,
    createUpload: (key) => {
      const id = randomUUID()
      uploads.set(id, { key, parts: new Map() })
      return id
    },
    abortUpload: (id) => void uploads.delete(id),
    abortUploads: () => uploads.clear(),
    expire: () => {
      for (const url of signed) expired.add(url)
    },
    put: (key, object) => void objects.set(key, object),
    get: (key) => objects.get(key),
    get openUploads() {
      return uploads.size
    },
    fetch: async (request) => {
      if (request.method === 'OPTIONS') return preflight(request)
      const response = await answer(request)
      if (rules.isOpen && request.headers.has('origin')) {
        response.headers.set('access-control-allow-origin', '*')
        response.headers.set('access-control-expose-headers', rules.exposed)
      }
      return response
    },
  }
}
