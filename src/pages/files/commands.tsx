import {
  CopyPlus,
  Download,
  FolderInput,
  FolderOpen,
  Info,
  Link2,
  Pencil,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { allowedActions, allowsDownload, allowsSharing } from '#src/contract/actions.ts'
import type { Messages } from '#src/i18n/messages.ts'
import type { FileRow } from '#src/queries/files.ts'
import type { MenuEntry } from '#src/ui/MenuPopup.tsx'

export type Command =
  | 'open'
  | 'download'
  | 'share'
  | 'rename'
  | 'move'
  | 'copy'
  | 'delete'
  | 'details'

const icon = (Icon: typeof Pencil): ReactNode => (
  <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
)

const looks: Record<Command, { icon: ReactNode; hint?: string }> = {
  open: { icon: icon(FolderOpen), hint: '↵' },
  download: { icon: icon(Download) },
  share: { icon: icon(Link2) },
  rename: { icon: icon(Pencil), hint: 'F2' },
  move: { icon: icon(FolderInput) },
  copy: { icon: icon(CopyPlus) },
  delete: { icon: icon(Trash2), hint: 'Del' },
  details: { icon: icon(Info) },
}

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

/** The same as entries of a menu. */
export function menuOf(
  commands: readonly Command[],
  t: Messages,
  run: (command: Command) => void,
): MenuEntry[] {
  const entry = (command: Command) => ({
    key: command,
    label: t.files[command],
    ...looks[command],
    ...(command === 'delete' ? { danger: true } : {}),
    onSelect: () => run(command),
  })
  const of = (...some: Command[]) => commands.filter((command) => some.includes(command)).map(entry)
  return [
    { key: 'look', items: of('open', 'download', 'share') },
    { key: 'change', items: of('rename', 'move', 'copy') },
    { key: 'about', items: of('details') },
    { key: 'end', items: of('delete') },
  ]
}
