/**
 * Addresses of items (spec §1): `svc://[id[:password]@]host[/segment…][?search]`.
 * Above `api` every address is text in canonical `svc://` form; `api` swaps the scheme.
 */
export type FileUri = {
  /** `my`, `trash`, `share`, …; lower case. */
  host: string
  /** User or share id; absent for one's own space. */
  id?: string
  password?: string
  /** Decoded names, root first; empty for the root. */
  segments: readonly string[]
  /** Search conditions in order, decoded. */
  search?: readonly (readonly [key: string, value: string])[]
}

export const canonicalScheme = 'svc'

/** Thrown for text that is no address; the service answers 40001 to it. */
export class InvalidUriError extends Error {
  override name = 'InvalidUriError'
}

const shape = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#.*)?$/is
const schemes = new Set([canonicalScheme, 'cloudreve'])

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new InvalidUriError('malformed percent-escape')
  }
}

/** A lone surrogate cannot be written as UTF-8; it becomes U+FFFD instead of throwing. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
}

/**
 * Reads an address, as leniently as the service does: raw text is accepted, one trailing slash is dropped, empty
 * segments, `.` and `..` are resolved, `%2F` separates. Throws {@link InvalidUriError}.
 */
export function parseUri(text: string, scheme?: string): FileUri {
  const match = shape.exec(text)
  if (!match) throw new InvalidUriError('not an address')
  const [, found = '', authority = '', path = '', query] = match
  const known = scheme ? found.toLowerCase() === scheme : schemes.has(found.toLowerCase())
  if (!known) throw new InvalidUriError(`unknown scheme ${found}`)
  const at = authority.lastIndexOf('@')
  const host = authority.slice(at + 1).toLowerCase()
  if (!host) throw new InvalidUriError('no host')
  const credentials = at < 0 ? '' : authority.slice(0, at)
  const colon = credentials.indexOf(':')
  const id = decode(colon < 0 ? credentials : credentials.slice(0, colon))
  const segments: string[] = []
  for (const raw of path.split('/').flatMap((part) => decode(part).split('/'))) {
    if (raw === '..') segments.pop()
    else if (raw !== '' && raw !== '.') segments.push(raw)
  }
  const uri: FileUri = { host, segments }
  if (id) uri.id = id
  if (colon >= 0) uri.password = decode(credentials.slice(colon + 1))
  const pairs = (query ?? '').split('&').filter((pair) => pair !== '')
  if (pairs.length > 0) {
    uri.search = pairs.map((pair) => {
      const equals = pair.indexOf('=')
      return equals < 0
        ? [decode(pair), '']
        : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
    })
  }
  return uri
}

/** Writes an address in the one form that is compared: every segment escaped like `encodeURIComponent`, no trailing slash. */
export function formatUri(uri: FileUri, scheme: string = canonicalScheme): string {
  const password = uri.password === undefined ? '' : `:${encode(uri.password)}`
  const credentials = uri.id || password ? `${encode(uri.id ?? '')}${password}@` : ''
  const path = uri.segments.map((segment) => `/${encode(segment)}`).join('')
  const search = uri.search?.length
    ? `?${uri.search.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')}`
    : ''
  return `${scheme}://${credentials}${uri.host}${path}${search}`
}

/** The same address in canonical form; text that is no address comes back unchanged. */
export function canonicalUri(text: string): string {
  try {
    return formatUri(parseUri(text))
  } catch {
    return text
  }
}

/** The address on the wire, in the scheme that the service wants; text that is no address goes unchanged. */
export function wireUri(text: string, scheme: string): string {
  try {
    return formatUri(parseUri(text), scheme)
  } catch {
    return text
  }
}

export const rootUri = (host: string, id?: string): string =>
  formatUri({ host, segments: [], ...(id ? { id } : {}) })

/**
 * The address of `name` in the folder at `uri`; a search is dropped. Throws {@link InvalidUriError} for a name that
 * would lead elsewhere (empty, `.`, `..`, with a slash): escaping cannot save it, the service reads `%2F` as a slash.
 */
export function childUri(uri: string, name: string): string {
  if (/^\.{0,2}$|\//.test(name)) throw new InvalidUriError('not a name')
  const { search: _search, ...folder } = parseUri(uri)
  return formatUri({ ...folder, segments: [...folder.segments, name] })
}

/** The address of the folder that holds the item, or null for a root. */
export function parentUri(uri: string): string | null {
  const { search: _search, ...item } = parseUri(uri)
  return item.segments.length === 0
    ? null
    : formatUri({ ...item, segments: item.segments.slice(0, -1) })
}

/**
 * Whether `uri` is the item at `folder` or lies somewhere in it; credentials count, search does not. Text that is no
 * address lies nowhere.
 */
export function isSameOrBelow(uri: string, folder: string): boolean {
  let inner: FileUri
  let outer: FileUri
  try {
    inner = parseUri(uri)
    outer = parseUri(folder)
  } catch {
    return false
  }
  return (
    inner.host === outer.host &&
    (inner.id ?? '') === (outer.id ?? '') &&
    inner.segments.length >= outer.segments.length &&
    outer.segments.every((segment, at) => segment === inner.segments[at])
  )
}

/** Why things cannot be laid into a folder. */
export type TransferRefusal = 'inside' | 'present'

/**
 * Why `items` cannot be moved or copied into `folder`: it is one of them or lies in one, or it is where they all are.
 * The service would answer with a conflict of the request with itself, or would refuse it (contract.md §7.5, §8).
 */
export function transferRefusal(
  items: readonly { readonly uri: string }[],
  folder: string,
): TransferRefusal | null {
  if (items.some(({ uri }) => isSameOrBelow(folder, uri))) return 'inside'
  const isThere = ({ uri }: { uri: string }) => {
    const above = parentUri(uri)
    return above !== null && isSameOrBelow(above, folder) && isSameOrBelow(folder, above)
  }
  return items.length > 0 && items.every(isThere) ? 'present' : null
}

/** The items without those that come twice or lie in another of them: a request with both would block itself. */
export function outermost<Item extends { readonly uri: string }>(items: readonly Item[]): Item[] {
  const first = new Map<string, Item>()
  for (const item of items) {
    const uri = canonicalUri(item.uri)
    if (!first.has(uri)) first.set(uri, item)
  }
  return [...first].flatMap(([uri, item]) => {
    // Upwards from each item: comparing all with all would take minutes for many.
    for (let above = aboveOf(uri); above !== null; above = aboveOf(above)) {
      if (first.has(above)) return []
    }
    return [item]
  })
}

function aboveOf(uri: string): string | null {
  try {
    return parentUri(uri)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}
