import {
  BookmarkX,
  CopyPlus,
  Files,
  Download,
  FolderInput,
  FolderOpen,
  FolderSearch,
  Info,
  Link2,
  Pencil,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Messages } from '#src/i18n/messages.ts'
import type { MenuEntry } from '#src/ui/menu/MenuPopup.tsx'
import type { FileCommand } from './commands.ts'

const icon = (Icon: typeof Pencil): ReactNode => (
  <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
)

const looks: Record<FileCommand, { icon: ReactNode; hint?: string }> = {
  open: { icon: icon(FolderOpen), hint: '↵' },
  showInFolder: { icon: icon(FolderSearch) },
  download: { icon: icon(Download) },
  share: { icon: icon(Link2) },
  rename: { icon: icon(Pencil), hint: 'F2' },
  move: { icon: icon(FolderInput) },
  copy: { icon: icon(CopyPlus) },
  duplicate: { icon: icon(Files) },
  delete: { icon: icon(Trash2), hint: 'Del' },
  remove: { icon: icon(BookmarkX), hint: 'Del' },
  details: { icon: icon(Info) },
}

export function fileCommandEntries(
  commands: readonly FileCommand[],
  t: Messages,
  run: (command: FileCommand) => void,
): MenuEntry[] {
  const entry = (command: FileCommand) => ({
    key: command,
    label: t.files[command],
    ...looks[command],
    ...(command === 'delete' ? { danger: true } : {}),
    onSelect: () => run(command),
  })
  const of = (...some: FileCommand[]) =>
    commands.filter((command) => some.includes(command)).map(entry)
  return [
    { key: 'look', items: of('open', 'showInFolder', 'download', 'share') },
    { key: 'change', items: of('rename', 'move', 'copy', 'duplicate') },
    { key: 'about', items: of('details') },
    { key: 'end', items: of('delete', 'remove') },
  ]
}
