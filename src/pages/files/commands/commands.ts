import {
  allowedActions,
  allowsCreating,
  allowsDownload,
  allowsSharing,
} from '#src/contract/actions.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

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
  | 'remove'
  | 'details'

/** The folder that is open, or the search in it. */
export type ShownFolder = { uri: string; capability: string | null; isSearch: boolean }

/** The commands that these items allow, in display order. */
export function commandsFor(rows: readonly FileRow[], place: ShownFolder): Command[] {
  const isOne = rows.length === 1
  const sets = new Set(rows.map((row) => row.capability ?? place.capability))
  const opening: Command[] = []
  const isAll = (is: (capability: string | null) => boolean) => sets.size > 0 && [...sets].every(is)
  if (isOne && place.isSearch) opening.push('showInFolder')
  const hasShortcut = rows.some(({ shortcut }) => shortcut)
  // A shortcut has no content: what it leads to is downloaded through its link.
  if (isAll(allowsDownload) && !hasShortcut) opening.push('download')
  if (isOne && hasShortcut) opening.push('download')
  if (isOne && !hasShortcut && isAll((capability) => allowsSharing(place.uri, capability)))
    opening.push('share')
  const allowed = [...sets].map((capability) => allowedActions(place.uri, capability))
  const offered: Command[] = (['rename', 'move', 'copy', 'delete'] as const).filter(
    (action) =>
      (action !== 'rename' || isOne) &&
      (action !== 'copy' || !hasShortcut) &&
      allowed.length > 0 &&
      allowed.every((set) => set.has(action)),
  )
  const canDuplicate =
    !place.isSearch && offered.includes('copy') && allowsCreating(place.capability)
  if (canDuplicate) offered.splice(offered.indexOf('copy') + 1, 0, 'duplicate')
  if (place.uri === sharedWithMeUri) offered.splice(0, 1, 'remove')
  return isOne ? ['open', ...opening, ...offered, 'details'] : [...opening, ...offered]
}
