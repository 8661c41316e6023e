import { canonicalUri, wireUri } from '#src/contract/uri.ts'
import { runtime } from '#src/lib/runtime.ts'

/*
 * Addresses cross the wire here: canonical `svc://` text above `api`, the deployment's scheme below it, in every field
 * that holds one.
 */

/** Puts the password of a share link into its addresses and takes it out of them. Nobody has one before a link is opened. */
export type Passwords = {
  of: (shareId: string) => string | undefined
  into: (uri: string) => string
  outOf: (uri: string) => string
}
let passwords: Passwords | undefined
export const keepPasswords = (kept: Passwords): void => {
  passwords = kept
}
export const sharePassword = (shareId: string): string | undefined => passwords?.of(shareId)

/** The address as the service wants it. */
export const toWire = (uri: string): string => wireUri(passwords?.into(uri) ?? uri, runtime.scheme)

/** An address of the service's as everything above knows it. */
export function fromWire(text: string): string {
  const uri = canonicalUri(text)
  return passwords?.outOf(uri) ?? uri
}
