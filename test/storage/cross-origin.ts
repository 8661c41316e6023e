/* What a browser does around a request to another origin: preflight, CORS check, and headers that stay hidden. */

const unreachable = () => new TypeError('Failed to fetch')

/** Sends a request of the page at `pageOrigin` to `server`. Rejects as a browser does when CORS does not allow it. */
export async function fetchAcrossOrigins(
  server: (request: Request) => Promise<Response>,
  url: URL,
  init: RequestInit & { body?: Uint8Array<ArrayBuffer> | string },
  pageOrigin: string,
): Promise<Response> {
  const { method = 'GET', body } = init
  const headers = new Headers(init.headers)
  const names = [...headers.keys()]
  if (method === 'PUT' || names.length > 0) {
    const asked = await server(
      new Request(url, {
        method: 'OPTIONS',
        headers: {
          origin: pageOrigin,
          'access-control-request-method': method,
          'access-control-request-headers': names.join(','),
        },
      }),
    )
    if (!asked.ok || asked.headers.get('access-control-allow-origin') !== '*') throw unreachable()
  }
  headers.set('origin', pageOrigin)
  const answer = await server(
    new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }),
  )
  if (answer.headers.get('access-control-allow-origin') !== '*') throw unreachable()
  const exposed = (answer.headers.get('access-control-expose-headers') ?? '').toLowerCase()
  const shown = [...answer.headers].filter(
    ([name]) => name === 'content-type' || exposed.split(/,\s*/).includes(name),
  )
  return new Response(answer.body, { status: answer.status, headers: shown })
}
