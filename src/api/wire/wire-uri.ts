import { canonicalUri, wireUri } from '#src/contract/uri.ts'
import { runtime } from '#src/platform/runtime.ts'

/*
 * Conversion of URIs: canonical `svc://` form above `api`, the scheme of the server on the wire, in every field that
 * holds a URI (docs/protocol.md §4.1).
 */

/** Adds the password of a share link to its URIs and removes it. Loaded when the first link is opened. */
export type LinkPasswords = {
  of: (linkId: string) => string | undefined
  addTo: (uri: string) => string
  removeFrom: (uri: string) => string
}
/** Set once its code is there; `api` imports nothing above it. */
let passwords: LinkPasswords | undefined
export const setLinkPasswords = (kept: LinkPasswords): void => {
  passwords = kept
}
export const linkPassword = (linkId: string): string | undefined => passwords?.of(linkId)

/** The URI in the scheme of the server. */
export const toWireUri = (uri: string): string =>
  wireUri(passwords?.addTo(uri) ?? uri, runtime.scheme)

/** A URI from the server in canonical form. */
export function fromWireUri(text: string): string {
  const uri = canonicalUri(text)
  return passwords?.removeFrom(uri) ?? uri
}
