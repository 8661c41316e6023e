import {
  allowedActions,
  allowsCreating,
  allowsDownload,
  allowsSharing,
} from '#src/contract/actions.ts'
import type { FileRow } from '#src/lists/file-row.ts'

export type Command =
  | 'open'
  | 'showInFolder'
  | 'download'
  | 'share'
  | 'rename'
  | 'move'
  | 'copy'
  | 'duplicate'
  | 'delete'
  | 'details'

/** The folder that is open, or the search in it. */
export type Place = { uri: string; capability: string | null; isSearch: boolean }

/** The commands that these items allow, in display order. */
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
  const canDuplicate =
    !place.isSearch && offered.includes('copy') && allowsCreating(place.capability)
  if (canDuplicate) offered.splice(offered.indexOf('copy') + 1, 0, 'duplicate')
  return isOne ? ['open', ...look, ...offered, 'details'] : [...look, ...offered]
}
