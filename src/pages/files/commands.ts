import { allowedActions, allowsDownload, allowsSharing } from '#src/contract/actions.ts'
import type { FileRow } from '#src/queries/files.ts'

export type Command =
  | 'open'
  | 'download'
  | 'share'
  | 'rename'
  | 'move'
  | 'copy'
  | 'delete'
  | 'details'

/** What can be done with these items of a folder, in the order in which it is offered; what cannot work is not. */
export function commandsFor(
  rows: readonly FileRow[],
  folder: { uri: string; capability: string | null },
): Command[] {
  const isOne = rows.length === 1
  const sets = new Set(rows.map((row) => row.capability ?? folder.capability))
  const look: Command[] = []
  const isAll = (is: (capability: string | null) => boolean) => sets.size > 0 && [...sets].every(is)
  if (isAll(allowsDownload)) look.push('download')
  if (isOne && isAll((capability) => allowsSharing(folder.uri, capability))) look.push('share')
  const allowed = [...sets].map((capability) => allowedActions(folder.uri, capability))
  const offered: Command[] = (['rename', 'move', 'copy', 'delete'] as const).filter(
    (action) =>
      (action !== 'rename' || isOne) &&
      allowed.length > 0 &&
      allowed.every((set) => set.has(action)),
  )
  return isOne ? ['open', ...look, ...offered, 'details'] : [...look, ...offered]
}
