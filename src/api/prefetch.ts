import { fileListRequest, firstTrashPage } from '#src/api/file-list-request.ts'
import { firstSharePage, shareListRequest } from '#src/api/shares/share-list-request.ts'
import { type ApiRequest, prefetchRequest } from '#src/api/wire/wire.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import { runtime } from '#src/platform/runtime.ts'
import { getAccessToken, restoreStoredSession, refreshSession } from './tokens.ts'

type Address = { pathname: string; search: string }

/**
 * Renews the session of this browser and requests the first data of the page at this address. Errors are ignored:
 * whoever needs the data requests it again and reports the failure.
 */
export async function prefetchFirst(address: Address): Promise<void> {
  if (!restoreStoredSession()) return
  const token = renewedToken()
  const request = firstListRequest(address)
  if (request) prefetchRequest(request, token)
  // The page will meet the error again.
  await token.catch(() => undefined)
}

/** Rejects when the renewal is refused, where `getAccessToken` would wait for a sign-in. */
async function renewedToken(): Promise<string> {
  await refreshSession('')
  const token = await getAccessToken()
  if (token === undefined) throw new SessionEndedError()
  return token
}

/** The first page of the list at this address; undefined for pages without one, and for searches and shared folders. */
function firstListRequest({ pathname, search }: Address): ApiRequest | undefined {
  // The URI is taken as canonical. For any other spelling the page sends a request of its own, and this one is unused.
  const wire = (uri: string) => uri.replace(/^svc/, runtime.scheme)
  if (pathname === '/' || pathname === '/shares') return shareListRequest(firstSharePage)
  if (pathname === '/trash') return fileListRequest(wire('svc://trash'), firstTrashPage)
  if (pathname !== '/files') return undefined
  const params = new URLSearchParams(search)
  const uri = params.get('uri') ?? 'svc://my'
  const isSearch = ['q', 'kind', 'changed', 'size'].some((name) => params.has(name))
  return isSearch || !uri.startsWith('svc://my') ? undefined : fileListRequest(wire(uri), {})
}
