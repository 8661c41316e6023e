import {
  allowedActions,
  allowsCreating,
  allowsDownload,
  allowsSharing,
} from '#src/contract/actions.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { OpenFolder } from '#src/pages/files/open-folder.ts'

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

/** The commands that these rows of an open folder allow, in display order. */
export function commandsFor(
  { uri, list, isSearch }: OpenFolder,
  rows: readonly FileRow[],
): Command[] {
  const capability = list.head?.capability ?? null
  const isOne = rows.length === 1
  const sets = new Set(rows.map((row) => row.capability ?? capability))
  const opening: Command[] = []
  const isAll = (is: (capability: string | null) => boolean) => sets.size > 0 && [...sets].every(is)
  if (isOne && isSearch) opening.push('showInFolder')
  const hasShortcut = rows.some(({ shortcut }) => shortcut)
  // A shortcut has no content: what it leads to is downloaded through its link.
  if (isAll(allowsDownload) && !hasShortcut) opening.push('download')
  if (isOne && hasShortcut) opening.push('download')
  if (isOne && !hasShortcut && isAll((each) => allowsSharing(uri, each))) opening.push('share')
  const allowed = [...sets].map((each) => allowedActions(uri, each))
  const offered: Command[] = (['rename', 'move', 'copy', 'delete'] as const).filter(
    (action) =>
      (action !== 'rename' || isOne) &&
      (action !== 'copy' || !hasShortcut) &&
      allowed.length > 0 &&
      allowed.every((set) => set.has(action)),
  )
  const canDuplicate = !isSearch && offered.includes('copy') && allowsCreating(capability)
  if (canDuplicate) offered.splice(offered.indexOf('copy') + 1, 0, 'duplicate')
  if (uri === sharedWithMeUri) offered.splice(0, 1, 'remove')
  return isOne ? ['open', ...opening, ...offered, 'details'] : [...opening, ...offered]
}
