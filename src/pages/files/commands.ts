import { allowedActions, allowsDownload, allowsSharing } from '#src/contract/actions.ts'
import type { FileRow } from '#src/queries/files.ts'

export type Command =
  | 'open'
  | 'showInFolder'
  | 'download'
  | 'share'
  | 'rename'
  | 'move'
  | 'copy'
  | 'delete'
  | 'details'

/** Where items are looked at: a folder, or what a search in it has found. */
export type Place = { uri: string; capability: string | null; isSearch: boolean }

/** What can be done with these items, in the order in which it is offered; what cannot work is not. */
export function commandsFor(rows: readonly FileRow[], place: Place): Command[] {
  const isOne = rows.length === 1
  const sets = new Set(rows.map((row) => row.capability ?? place.capability))
  const look: Command[] = []
  const isAll = (is: (capability: string | null) => boolean) => sets.size > 0 && [...sets].every(is)
  if (isOne && place.isSearch) look.push('showInFolder')
  if (isAll(allowsDownload)) look.push('download')
  if (isOne && isAll((capability) => allowsSharing(place.uri, capability))) look.push('share')
  const allowed = [...sets].map((capability) => allowedActions(place.uri, capability))
  const offered: Command[] = (['rename', 'move', 'copy', 'delete'] as const).filter(
    (action) =>
      (action !== 'rename' || isOne) &&
      allowed.length > 0 &&
      allowed.every((set) => set.has(action)),
  )
  return isOne ? ['open', ...look, ...offered, 'details'] : [...look, ...offered]
}
