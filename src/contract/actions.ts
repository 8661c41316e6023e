import { Capability, parseBoolset } from './boolset.ts'
import { parseUri } from './uri.ts'

/** What can be done with an item that is there. */
export type ItemAction = 'rename' | 'move' | 'copy' | 'delete'

const flagsOf = (capability: string | null) =>
  (capability === null ? null : parseBoolset(capability)) ?? new Set<number>()

/** Whether something new may be laid into a folder with this `capability`. */
export const allowsCreating = (capability: string | null): boolean =>
  flagsOf(capability).has(Capability.createFile)

/** Whether its content may be had. */
export const allowsDownload = (capability: string | null): boolean =>
  flagsOf(capability).has(Capability.download)

/** Whether links to it may be handed out: to what is one's own, and not to its root. */
export const allowsSharing = (uri: string, capability: string | null): boolean =>
  flagsOf(capability).has(Capability.share) && parseUri(uri).host === 'my'

/**
 * What the `capability` of an item in the folder at `uri` allows. Things are moved and copied within one's own space
 * only: the service refuses it anywhere else, whatever the capability.
 */
export function allowedActions(uri: string, capability: string | null): ReadonlySet<ItemAction> {
  const flags = flagsOf(capability)
  const isOwn = parseUri(uri).host === 'my'
  const allowed = new Set<ItemAction>()
  if (flags.has(Capability.rename)) allowed.add('rename')
  if (flags.has(Capability.rename) && isOwn) allowed.add('move')
  if (flags.has(Capability.download) && isOwn) allowed.add('copy')
  if (flags.has(Capability.softDelete)) allowed.add('delete')
  return allowed
}
