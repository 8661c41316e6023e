/**
 * URI of an item: `svc://[id[:password]@]host[/segment…][?search]` (docs/protocol.md §4.1). Above `api` every URI is a
 * string in canonical `svc://` form; `api` converts to the scheme of the server.
 */
export type ParsedUri = {
  /** `my`, `trash`, `share`, …; lower case. */
  host: string
  /** User or share id; absent for the user's own space. */
  id?: string
  password?: string
  /** Decoded names, root first; empty for the root. */
  segments: readonly string[]
  /** Search conditions in order, decoded. */
  search?: readonly (readonly [key: string, value: string])[]
}

export const canonicalScheme = 'svc'

/** Thrown for text that is not a URI; the service answers 40001 to it. */
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
 * Parses a URI as leniently as the service does: unescaped text is accepted, one trailing slash is dropped, empty
 * segments, `.` and `..` are resolved, `%2F` separates segments. Throws {@link InvalidUriError}.
 */
export function parseUri(text: string, scheme?: string): ParsedUri {
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
  const uri: ParsedUri = { host, segments }
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

/**
 * Writes a URI in canonical form, in which URIs are compared: segments escaped like `encodeURIComponent`, no trailing
 * slash.
 */
export function formatUri(uri: ParsedUri, scheme: string = canonicalScheme): string {
  const password = uri.password === undefined ? '' : `:${encode(uri.password)}`
  const credentials = uri.id || password ? `${encode(uri.id ?? '')}${password}@` : ''
  const path = uri.segments.map((segment) => `/${encode(segment)}`).join('')
  const search = uri.search?.length
    ? `?${uri.search.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')}`
    : ''
  return `${scheme}://${credentials}${uri.host}${path}${search}`
}

/** The URI in canonical form; text that is not a URI is returned unchanged. */
export function canonicalUri(text: string): string {
  try {
    return formatUri(parseUri(text))
  } catch {
    return text
  }
}

/** The URI in the scheme of the server; text that is not a URI is returned unchanged. */
export function uriWithScheme(text: string, scheme: string): string {
  try {
    return formatUri(parseUri(text), scheme)
  } catch {
    return text
  }
}

export const rootUri = (host: string, id?: string): string =>
  formatUri({ host, segments: [], ...(id ? { id } : {}) })

/**
 * The URI of `name` in the folder at `uri`, without its search. Throws {@link InvalidUriError} for an empty name, `.`,
 * `..` or a name with a slash: escaping does not help, since the service reads `%2F` as a slash.
 */
export function childUri(uri: string, name: string): string {
  if (/^\.{0,2}$|\//.test(name)) throw new InvalidUriError('not a name')
  const { search: _search, ...folder } = parseUri(uri)
  return formatUri({ ...folder, segments: [...folder.segments, name] })
}

export const isInTrash = (uri: string): boolean => parseUri(uri).host === 'trash'
export const isOwnUri = (uri: string): boolean => parseUri(uri).host === 'my'

/** The URI of the parent folder, or null for a root. */
export function parentUri(uri: string): string | null {
  const { search: _search, ...item } = parseUri(uri)
  return item.segments.length === 0
    ? null
    : formatUri({ ...item, segments: item.segments.slice(0, -1) })
}

/** Whether it is the URI of a root, which has no folder above it, no details and no name. */
export const isRootUri = (uri: string): boolean => parseUri(uri).segments.length === 0

/* Canonical URIs as text: lists ask of many thousands, and to parse each would take too long. */

/** The URI of the parent folder; not of a root. */
export const parentUriAsText = (uri: string): string => uri.slice(0, uri.lastIndexOf('/'))
export const isRootUriAsText = (uri: string): boolean => !uri.includes('/', uri.indexOf('://') + 3)
/** The folder and those above it, without the root. */
export function* folderAndAncestors(folder: string): Generator<string> {
  for (let uri = folder; !isRootUriAsText(uri); uri = parentUriAsText(uri)) yield uri
}

/**
 * Whether `uri` is `folder` or is somewhere below it. Credentials are compared, searches are not. False for text that
 * is not a URI.
 */
export function isSameOrBelow(uri: string, folder: string): boolean {
  let inner: ParsedUri
  let outer: ParsedUri
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

export type TransferProblem = 'inside' | 'present'

/**
 * Why `items` cannot be moved or copied into `folder`: it is one of them or below one of them, or all of them are in it
 * already. The service would answer with a conflict of the request with itself or refuse it (docs/protocol.md §7.5,
 * §8.1).
 */
export function transferProblem(
  items: readonly { readonly uri: string }[],
  folder: string,
): TransferProblem | null {
  if (items.some(({ uri }) => isSameOrBelow(folder, uri))) return 'inside'
  const isThere = ({ uri }: { uri: string }) => {
    const above = parentUri(uri)
    return above !== null && isSameOrBelow(above, folder) && isSameOrBelow(folder, above)
  }
  return items.length > 0 && items.every(isThere) ? 'present' : null
}

/**
 * The items without duplicates and without those below another one: such a request would conflict with itself
 * (docs/protocol.md §7.5).
 */
export function withoutNestedItems<Item extends { readonly uri: string }>(
  items: readonly Item[],
): Item[] {
  const first = new Map<string, Item>()
  for (const item of items) {
    const uri = canonicalUri(item.uri)
    if (!first.has(uri)) first.set(uri, item)
  }
  return [...first].flatMap(([uri, item]) => {
    // Walks up from each item; comparing all pairs would be quadratic.
    for (let above = parentUriIfValid(uri); above !== null; above = parentUriIfValid(above)) {
      if (first.has(above)) return []
    }
    return [item]
  })
}

/** The name of the item that a URI addresses; empty for a root. Throws `InvalidUriError`. */
export const nameOfUri = (uri: string): string => parseUri(uri).segments.at(-1) ?? ''

/** What it returns; undefined where that is not a valid URI. */
export function ifValid<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof InvalidUriError) return undefined
    throw error
  }
}

/** Like `parentUri`; null for an invalid URI too. */
export const parentUriIfValid = (uri: string): string | null =>
  ifValid(() => parentUri(uri)) ?? null

export const urisOf = (items: readonly { readonly uri: string }[]): string[] =>
  items.map(({ uri }) => uri)
