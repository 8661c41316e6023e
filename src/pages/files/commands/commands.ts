import {
  allowedWriteActions,
  allowsCreating,
  allowsDownload,
  allowsSharing,
} from '#src/contract/flags/actions.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { OpenFolder } from '#src/pages/files/folder/open-folder.ts'

export type FileCommand =
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

const needsContent: ReadonlySet<FileCommand> = new Set(['download', 'share', 'copy', 'duplicate'])

/** A command is about these rows: of several, shortcuts have no content that could be downloaded, shared or copied. */
export const withoutShortcutsIfContentNeeded = (
  command: FileCommand,
  rows: readonly FileRow[],
): readonly FileRow[] =>
  rows.length > 1 && needsContent.has(command) ? rows.filter(({ shortcut }) => !shortcut) : rows

/** The commands that these rows of an open folder allow, in display order. */
export function commandsForRows(
  { uri, list, isSearch }: OpenFolder,
  rows: readonly FileRow[],
): FileCommand[] {
  const capability = list.head?.capability ?? null
  const isOne = rows.length === 1
  const areAll = (command: FileCommand, is: (capability: string | null) => boolean) => {
    const sets = new Set(
      withoutShortcutsIfContentNeeded(command, rows).map((row) => row.capability ?? capability),
    )
    return sets.size > 0 && [...sets].every(is)
  }
  const opening: FileCommand[] = []
  if (isOne && isSearch) opening.push('showInFolder')
  const isShortcut = isOne && rows[0]?.shortcut !== undefined
  // What one shortcut leads to is downloaded through its link.
  if (isShortcut || areAll('download', allowsDownload)) opening.push('download')
  if (!isShortcut && areAll('share', (each) => allowsSharing(uri, each))) opening.push('share')
  const offered: FileCommand[] = (['rename', 'move', 'copy', 'delete'] as const).filter(
    (action) =>
      (action !== 'rename' || isOne) &&
      (action !== 'copy' || !isShortcut) &&
      areAll(action, (each) => allowedWriteActions(uri, each).has(action)),
  )
  const canDuplicate = !isSearch && offered.includes('copy') && allowsCreating(capability)
  if (canDuplicate) offered.splice(offered.indexOf('copy') + 1, 0, 'duplicate')
  if (uri === sharedWithMeUri) offered.splice(0, 1, 'remove')
  return isOne ? ['open', ...opening, ...offered, 'details'] : [...opening, ...offered]
}
