import { InvalidUriError, parseUri, formatUri } from '#src/contract/uri.ts'
import { knownLinkPassword } from '#src/features/links/visit/link-passwords.ts'

/**
 * Where Latchkey shows what `/home?path=<uri>` shows in the public server's own front end (docs/protocol.md §9.6). Its
 * short links lead there too: with the password of the share in the URI, which has been remembered, they lead to the page
 * of the link. Anything that cannot be read leads to the root of Files.
 */
export function hrefForLegacyHomeUrl(query: URLSearchParams): string {
  const text = query.get('path')
  if (!text) return '/files'
  try {
    const { search = [], ...uri } = parseUri(text)
    if (uri.host === 'trash') return '/trash'
    if (uri.host === 'share' && uri.id) {
      const link = `/s/${encodeURIComponent(uri.id)}`
      if (uri.segments.length === 0) return link
      // The page of the link uses its password, and leads on to the folder.
      const path = `/${uri.segments.join('/')}`
      if (knownLinkPassword(uri.id)) return `${link}?${new URLSearchParams({ path }).toString()}`
    }
    const params = new URLSearchParams({ uri: formatUri(uri) })
    const name = search.find(([key]) => key === 'name')?.[1]
    if (name) params.set('q', name)
    return `/files?${params.toString()}`
  } catch (error) {
    if (error instanceof InvalidUriError) return '/files'
    throw error
  }
}
