import { childUri, formatUri, parseUri } from '#src/contract/uri.ts'

/**
 * The page that shows what a relative address in a text names: an item in its folder, or a folder whose address ends in
 * a slash. `folder` is that of the text, inside a link. Undefined for absolute addresses, and those that leave the link.
 */
export function hrefOfRelativeUrl(address: string, folder: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]{2}/i.test(address)) return undefined
  const path = address.replace(/[?#].*$/s, '')
  if (path === '') return undefined
  const place = parseUri(folder)
  const segments = path.startsWith('/') ? [] : [...place.segments]
  try {
    for (const name of decodeURIComponent(path).split('/')) {
      if (name === '..' && segments.pop() === undefined) return undefined
      if (!/^\.{0,2}$/.test(name)) segments.push(name)
    }
  } catch {
    // A malformed escape names nothing.
    return undefined
  }
  const name = path.endsWith('/') ? undefined : segments.pop()
  const uri = formatUri({ ...place, segments })
  const page = new URLSearchParams({ uri })
  if (name !== undefined) page.set('focus', childUri(uri, name))
  return `/files?${page.toString()}`
}
