import { randomUUID } from 'node:crypto'
import type { S3Store } from './s3-store.ts'

/*
 * A service as the public server is with a storage like S3: it stands in front of the embedded service, and hands out
 * signed URLs of the storage where that would take or give the bytes itself. The callback brings the contents in.
 */

type Fetch = (request: Request) => Promise<Response>
type Session = {
  bearer: string
  key: string
  uploadId: string
  secret: string
  size: number
  /** Bytes of a part of the embedded service. */
  innerPart: number
}
// oxlint-disable-next-line typescript/no-explicit-any
type Envelope = { code: number; msg: string; data?: any }

export type S3Settings = {
  /** Bytes of a part. */
  partSize: number
  /** How long signed URLs live, in ms. */
  lifetimeMs?: number
  /** What the storage policy says it is. */
  type?: string
}

const base = '/api/v4'
const refusal = (status: number, code: number) =>
  Response.json({ code, msg: 'Refused' }, { status })

export function serviceOnS3(
  inner: Fetch,
  store: S3Store,
  { partSize, lifetimeMs = 3600_000, type = 's3' }: S3Settings,
): Fetch {
  const sessions = new Map<string, Session>()

  const begin = async (request: Request, data: Record<string, unknown>) => {
    const { session_id: id, chunk_size: innerPart } = data as Record<string, never>
    const { size } = (await request.json()) as { size: number }
    const key = `uploads/${String(id)}`
    const uploadId = store.createUpload(key)
    const session = {
      bearer: request.headers.get('authorization') ?? '',
      key,
      uploadId,
      secret: randomUUID(),
      size,
      innerPart: Number(innerPart),
    }
    sessions.set(String(id), session)
    const count = Math.max(1, Math.ceil(size / partSize))
    return {
      ...data,
      chunk_size: partSize,
      upload_id: uploadId,
      upload_urls: Array.from({ length: count }, (_, index) =>
        store.sign('PUT', key, { partNumber: String(index + 1), uploadId }, lifetimeMs),
      ),
      completeURL: store.sign('POST', key, { uploadId }, lifetimeMs),
      callback_secret: session.secret,
      storage_policy: { ...(data['storage_policy'] as object), type },
    }
  }

  /** Puts the contents in the storage into the embedded service, as the one who began the upload. */
  const complete = async (id: string, secret: string): Promise<Response> => {
    const session = sessions.get(id)
    if (session?.secret !== secret) return refusal(401, 40011)
    const object = store.get(session.key)
    if (object?.bytes.length !== session.size) return refusal(200, 40055)
    let response = refusal(200, 50007)
    for (let at = 0; at === 0 || at * session.innerPart < session.size; at++) {
      const bytes = object.bytes.slice(at * session.innerPart, (at + 1) * session.innerPart)
      response = await inner(
        new Request(`http://localhost${base}/file/upload/${id}/${at}`, {
          method: 'POST',
          headers: { authorization: session.bearer },
          body: Buffer.from(bytes),
        }),
      )
    }
    const answer = (await response.clone().json()) as Envelope
    if (answer.code === 0) sessions.delete(id)
    return response
  }

  /** Copies what a URL of the embedded service gives into the storage, and signs a URL for that. */
  const moved = async (url: string): Promise<string> => {
    const { pathname, search } = new URL(url, 'http://localhost')
    const response = await inner(new Request(`http://localhost${pathname}${search}`))
    const key = `contents/${randomUUID()}`
    store.put(key, {
      bytes: new Uint8Array(await response.arrayBuffer()),
      type: response.headers.get('content-type') ?? '',
    })
    const disposition = response.headers.get('content-disposition')
    const query = disposition ? { 'response-content-disposition': disposition } : {}
    return store.sign('GET', key, query, lifetimeMs)
  }

  /** The `data` of an answer, with the storage in the place of the service. */
  const translated = async (
    path: string,
    request: Request,
    data: Envelope['data'],
  ): Promise<unknown> => {
    switch (`${request.method} ${path}`) {
      case 'PUT /file/upload':
        return begin(request, data as Record<string, unknown>)
      case 'GET /file':
        return { ...data, storage_policy: { ...data.storage_policy, type } }
      case 'GET /file/thumb':
        return { ...data, url: await moved(String(data.url)) }
      case 'POST /file/url': {
        const body = (await request.json()) as { archive?: boolean }
        if (body.archive) return data
        const urls = data.urls as { url: string }[]
        return {
          ...data,
          urls: await Promise.all(urls.map(async ({ url }) => ({ url: await moved(url) }))),
        }
      }
      default:
        return undefined
    }
  }

  return async (request) => {
    const path = new URL(request.url).pathname.replace(base, '')
    const [, id = '', secret = ''] = /^\/callback\/\w+\/([^/]+)\/([^/]+)$/.exec(path) ?? []
    if (id) return complete(id, secret)
    // The storage takes the parts.
    if (/^\/file\/upload\/./.test(path)) return refusal(200, 40006)
    if (request.method === 'DELETE' && path === '/file/upload') {
      const cancelled = (await request.clone().json()) as { id: string }
      store.abortUpload(sessions.get(cancelled.id)?.uploadId ?? '')
      sessions.delete(cancelled.id)
    }
    const copy = request.clone()
    const response = await inner(request)
    const type = response.headers.get('content-type') ?? ''
    if (!type.includes('json')) return response
    const envelope = (await response.clone().json()) as Envelope
    if (envelope.code !== 0) return response
    const data = await translated(path, copy, envelope.data)
    return data === undefined ? response : Response.json({ ...envelope, data })
  }
}
