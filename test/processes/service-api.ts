import * as v from 'valibot'
import { type Share, ShareListPage } from '#src/contract/share.ts'
import type { EmbeddedService } from '#src/server/service.ts'
import type { Backend } from '../dom/harness.tsx'

/* Requests to the service in process, past the page and the faults between the two. */

/** The parts of an answer that tests look at; `data` is whatever the endpoint gives. */
export type Answer = {
  status: number
  code: number
  msg: string
  error?: string
  correlation_id?: string
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
}

export type CallOptions = {
  /** Id of the user who asks; nobody without it and without a token. */
  as?: string
  token?: string
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** Aborted when the client hangs up. */
  signal?: AbortSignal
}

type Callable = Pick<EmbeddedService, 'fetch' | 'seed'>

/** Sends one request below the API's base path. */
export async function callService(
  service: Callable,
  method: string,
  path: string,
  { as, token, body, headers, signal }: CallOptions = {},
): Promise<Answer> {
  const bearer = token ?? (as ? (await service.seed.mintToken(as)).access_token : undefined)
  const response = await service.fetch(
    new Request(`http://localhost/api/v4${path}`, {
      method,
      ...(signal && { signal }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}

const Listed = v.object({
  files: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      size: v.number(),
      updated_at: v.string(),
      path: v.string(),
    }),
  ),
  pagination: v.nullish(v.object({ next_token: v.nullish(v.string()) })),
})
type ListedFile = v.InferOutput<typeof Listed>['files'][number]

type Owned = Pick<Backend, 'service' | 'mei'>

/** What the service lists for Mei at an address, in its order. Throws where it refuses to. */
export async function filesAt({ service, mei }: Owned, uri: string): Promise<ListedFile[]> {
  const { access_token: token } = await service.seed.mintToken(mei)
  const files: ListedFile[] = []
  let cursor: string | null | undefined
  do {
    const query = new URLSearchParams({
      uri,
      page_size: '2000',
      ...(cursor ? { next_page_token: cursor } : {}),
    })
    const { code, data } = await callService(service, 'GET', `/file?${query.toString()}`, { token })
    if (code !== 0) throw new Error(`${uri} cannot be listed: ${code}`)
    const page = v.parse(Listed, data)
    files.push(...page.files)
    cursor = page.pagination?.next_token
  } while (cursor)
  return files
}

/** The names of {@link filesAt}, in order of the alphabet. */
export const namesAt = async (backend: Owned, uri: string): Promise<string[]> =>
  (await filesAt(backend, uri)).map(({ name }) => name).sort()

/** The bytes of a file of Mei's as a download gives them. */
export async function contentsAt({ service, mei }: Owned, uri: string): Promise<Uint8Array> {
  const body = { uris: [uri], download: true }
  const { data } = await callService(service, 'POST', '/file/url', { as: mei, body })
  const { urls } = v.parse(v.object({ urls: v.array(v.object({ url: v.string() })) }), data)
  const answer = await service.fetch(new Request(urls[0]?.url ?? ''))
  if (answer.status !== 200) throw new Error(`${uri} cannot be downloaded: ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

/** Mei's links as the service lists them to her, fifty at most. */
export async function linksOfMei({ service, mei }: Owned): Promise<Share[]> {
  const { data } = await callService(service, 'GET', '/share?page_size=50', { as: mei })
  return v.parse(ShareListPage, data).shares
}
