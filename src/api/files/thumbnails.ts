import { sendAuthenticated } from '#src/api/client.ts'
import { fetchContentBytes, apiPathOfUrl } from '#src/api/wire/raw-request.ts'
import { toWireUri } from '#src/api/wire/wire-uri.ts'
import { ThumbUrl } from '#src/contract/content.ts'
import { requireAllowedOrigin } from './storage.ts'

/**
 * The thumbnail of a file, through the URL that `GET /file/thumb` returns (docs/protocol.md §8.5): its bytes, or, when it
 * is at a storage on another origin, its URL, since the storage need not let the page read it. Throws 40077 or -1
 * when there is none, 40016, 40073, 403 and `TransportError`.
 */
export async function getThumbnail(uri: string, signal?: AbortSignal): Promise<Blob | string> {
  const { url } = await sendAuthenticated(ThumbUrl, {
    method: 'GET',
    path: '/file/thumb',
    query: { uri: toWireUri(uri) },
    signal,
  })
  const path = apiPathOfUrl(url)
  if (path === undefined) return requireAllowedOrigin(url)
  const { bytes, type } = await fetchContentBytes(path, signal)
  return new Blob([bytes], { type: type.startsWith('image/') ? type : '' })
}
