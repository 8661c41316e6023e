import { parseUri } from '#src/contract/uri.ts'
import { decodeBoolset } from './boolset.ts'
import { Capability } from './capability.ts'

/** The host of the URIs under which shortcuts to what others share are listed (docs/protocol.md §4.9). */
export const sharedWithMeHost = 'shared_with_me'

export type ItemWriteAction = 'rename' | 'move' | 'copy' | 'delete'

const flagsOf = (capability: string | null) =>
  (capability === null ? null : decodeBoolset(capability)) ?? new Set<number>()

export const allowsCreating = (capability: string | null): boolean =>
  flagsOf(capability).has(Capability.createFile)

export const allowsDownload = (capability: string | null): boolean =>
  flagsOf(capability).has(Capability.download)

/** Whether links to the item can be created: only in the user's own space, and not for its root. */
export const allowsSharing = (uri: string, capability: string | null): boolean =>
  flagsOf(capability).has(Capability.share) && parseUri(uri).host === 'my'

/**
 * The writes that `capability` allows for an item in the folder at `uri`. Move and copy work within the user's own
 * space only, whatever the capability (docs/protocol.md §4.5). What is shared with the user is deleted by its own URI.
 */
export function allowedWriteActions(
  uri: string,
  capability: string | null,
): ReadonlySet<ItemWriteAction> {
  const flags = flagsOf(capability)
  const { host } = parseUri(uri)
  const isOwn = host === 'my'
  const allowed = new Set<ItemWriteAction>()
  if (flags.has(Capability.rename)) allowed.add('rename')
  if (flags.has(Capability.rename) && isOwn) allowed.add('move')
  if (flags.has(Capability.download) && isOwn) allowed.add('copy')
  if (flags.has(Capability.softDelete) || host === sharedWithMeHost) allowed.add('delete')
  return allowed
}
