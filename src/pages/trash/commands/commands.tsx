import { FolderInput, Info, ListFilter, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Messages } from '#src/i18n/messages.ts'
import type { MenuEntry } from '#src/ui/menu/MenuPopup.tsx'
import {
  type TrashCommand,
  type TrashCommands,
  isCommandBlockedByRestorePlanning,
} from './use-trash-commands.ts'

const icon = (Icon: typeof Undo2): ReactNode => (
  <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
)

const entryProps: Record<TrashCommand, { icon: ReactNode; hint?: string; danger?: boolean }> = {
  restore: { icon: icon(Undo2), hint: 'U' },
  restoreTo: { icon: icon(FolderInput), hint: '⇧ U' },
  details: { icon: icon(Info), hint: '↵' },
  onlyFrom: { icon: icon(ListFilter) },
  deletePermanently: { icon: icon(Trash2), hint: 'Del', danger: true },
}

const groups: readonly (readonly TrashCommand[])[] = [
  ['restore', 'restoreTo'],
  ['details', 'onlyFrom'],
  ['deletePermanently'],
]

export function trashCommandEntries(
  commands: readonly TrashCommand[],
  t: Messages,
  { isPlanning }: TrashCommands,
  run: (command: TrashCommand) => void,
): MenuEntry[] {
  return groups.map((group, index) => ({
    key: String(index),
    items: group
      .filter((command) => commands.includes(command))
      .map((command) => ({
        key: command,
        label: command === 'details' ? t.common.details : t.trash[command],
        ...entryProps[command],
        disabled: isPlanning && isCommandBlockedByRestorePlanning(command),
        onSelect: () => run(command),
      })),
  }))
}
