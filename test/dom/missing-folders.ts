import { parentUri } from '#src/contract/uri.ts'

/** Where a request creates a file; undefined for any other request. */
function placeOf(method: string, url: URL, body: string): string | undefined {
  if (method !== 'PUT') return undefined
  if (url.pathname.endsWith('/file/content')) return url.searchParams.get('uri') ?? undefined
  if (!url.pathname.endsWith('/file/upload')) return undefined
  return (JSON.parse(body) as { uri?: string }).uri
}

/**
 * Creates the folders that a request needs and that are not there, as the public server does (docs/protocol.md §8.1). `send` reaches the
 * embedded service, which refuses to write to a folder that is missing. `body` is read for uploads only.
 */
export async function makeMissingFolders(
  { method, url, authorization }: { method: string; url: string; authorization: string | null },
  body: () => Promise<string>,
  send: (request: Request) => Promise<Response>,
): Promise<void> {
  const at = new URL(url)
  if (method !== 'PUT' || !/\/file\/(content|upload)$/.test(at.pathname)) return
  const place = placeOf(method, at, at.pathname.endsWith('/upload') ? await body() : '')
  const folder = place && parentUri(place)
  if (!folder || parentUri(folder) === null) return
  await send(
    new Request(new URL('/api/v4/file/create', at), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization ? { authorization } : {}),
      },
      body: JSON.stringify({ uri: folder, type: 'folder' }),
    }),
  )
}
