import { decodeUriPart } from '#src/lib/decode-uri-part.ts'
import { rememberLinkPassword } from './link-passwords.ts'

/*
 * Addresses of pages may hold the password of a share link: it goes into memory, and out of the address (F7). Read are
 * `/s/<id>/<password>` in any case, with any slashes and with anything behind it, and URIs in parameters, as in
 * `/home?path=<uri>` (docs/protocol.md §9.6).
 */

type Address = { readonly pathname: string; readonly search: string; readonly hash: string }

/** An id as services make them; whatever follows it in a path segment is none of it. */
const idAtStart = /^[\w-]+/

type Link = { readonly id: string; readonly password: string | undefined }

function linkInParts(path: string, isExact: boolean): Link | undefined {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decodeUriPart)
  const at = parts.findIndex((part) => part.toLowerCase() === 's')
  const [name, password] = at < 0 ? [] : parts.slice(at + 1)
  // Below other paths it is a link only with a password: a link alone has nothing to hide.
  if (name === undefined || (at > 0 && password === undefined)) return undefined
  const id = idAtStart.exec(name)?.[0] ?? ''
  return isExact && id !== name ? undefined : { id, password }
}

/** Escaped slashes, also those that were escaped twice, are part of a segment only where it is a link that way. */
const linkInPath = (path: string): Link | undefined =>
  linkInParts(path, true) ?? linkInParts(path.replaceAll(/%(?:25)*2f/gi, '/'), false)

/** A URI with credentials: its scheme and id, the password, and the rest. */
const uriWithPassword = /^([a-z][a-z0-9+.-]*:\/\/([^:/?#@]*)):([^/?#]*)(@share\b.*)$/is

function withoutPasswordOfUri(text: string): string {
  const [, start = '', id = '', password, end = ''] = uriWithPassword.exec(text) ?? []
  if (password === undefined) return text
  if (password !== '') rememberLinkPassword(decodeUriPart(id), decodeUriPart(password))
  return start + end
}

function withoutPasswords(search: string): string {
  const params = new URLSearchParams(search)
  let isChanged = false
  for (const [name, value] of Array.from(params)) {
    // The page to go to after the sign-in is an address, too.
    const isAddress = name === 'to' && value.startsWith('/')
    const next = isAddress
      ? stripAndRememberLinkPassword(splitAddress(value))
      : withoutPasswordOfUri(value)
    if (next === value) continue
    params.set(name, next)
    isChanged = true
  }
  return isChanged ? `?${params.toString()}` : search
}

/** It does not use `URL`, which takes what follows two slashes for a host. */
function splitAddress(text: string): Address {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? []
  return { pathname, search, hash }
}

/**
 * The address without the password of a share link, which is remembered. What leads to a link leads to its page:
 * `/s/<id>`, with the folder in it that `path` names, and nothing else.
 */
export function stripAndRememberLinkPassword({ pathname, search, hash }: Address): string {
  const link = linkInPath(pathname)
  if (!link) return pathname + withoutPasswords(search) + hash
  if (link.id === '') return '/s'
  const params = new URLSearchParams(search)
  const password = link.password ?? params.get('password')
  if (password) rememberLinkPassword(link.id, password)
  const path = params.get('path')
  return `/s/${link.id}${path === null ? '' : `?${new URLSearchParams({ path }).toString()}`}`
}
