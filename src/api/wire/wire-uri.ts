import { addPasswordToLinkUri, removePasswordFromLinkUri } from '#src/api/links/link-passwords.ts'
import { canonicalUri, uriWithScheme } from '#src/contract/uri.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'

/*
 * Conversion of URIs: canonical `svc://` form above `api`, the scheme of the server on the wire, in every field that
 * holds a URI (docs/protocol.md §4.1).
 */

export const toWireUri = (uri: string): string =>
  uriWithScheme(addPasswordToLinkUri(uri), runtimeConfig.scheme)

export const fromWireUri = (text: string): string => removePasswordFromLinkUri(canonicalUri(text))
