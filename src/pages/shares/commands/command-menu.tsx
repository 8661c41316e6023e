import {
  CalendarPlus,
  Copy,
  Download,
  FolderOpen,
  Info,
  KeyRound,
  Pencil,
  Trash2,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { isExtendable, linkState } from '#src/features/links/state/link-state.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import type { MenuEntry } from '#src/ui/menu/MenuPopup.tsx'
import { type CopyLinksCommand, maxLinksWithUndo, type LinkCommand } from './commands.ts'

const icon = (Icon: typeof Copy): ReactNode => (
  <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
)

type MenuCommand = Exclude<LinkCommand, CopyLinksCommand | 'deleteReviewed'>

const groups = ['copy', 'change', 'show', 'export', 'delete'] as const

/** How menu and bar show a command. */
type Shown = {
  /** The commands of one group are together in the menu. */
  readonly group: (typeof groups)[number]
  readonly icon: ReactNode
  /** Whether the selection bar has a button for it. Copying has a menu of its own there. */
  readonly isInBar: boolean
  readonly hint?: string
  /** What `aria-keyshortcuts` of the button in the bar says. */
  readonly shortcut?: string
  readonly danger?: boolean
}

/** Every command, in the order of the menu and of the bar. */
const commands: Record<MenuCommand, Shown> = {
  copyLink: { group: 'copy', icon: icon(Copy), isInBar: false, hint: 'C' },
  copyWithPassword: { group: 'copy', icon: icon(KeyRound), isInBar: false },
  edit: { group: 'change', icon: icon(Pencil), isInBar: true, hint: 'E', shortcut: 'e' },
  extend: { group: 'change', icon: icon(CalendarPlus), isInBar: true },
  setAccess: { group: 'change', icon: icon(Users), isInBar: true },
  details: { group: 'show', icon: icon(Info), isInBar: true, hint: '↵' },
  showSource: { group: 'show', icon: icon(FolderOpen), isInBar: false },
  export: { group: 'export', icon: icon(Download), isInBar: true },
  delete: {
    group: 'delete',
    icon: icon(Trash2),
    isInBar: true,
    hint: 'Del',
    shortcut: 'Delete',
    danger: true,
  },
}

/** Commands about a single link. */
const onlyOne = new Set<MenuCommand>(['edit', 'details', 'showSource'])

/** The name of the command that deletes `count` links; three dots say that it asks first. */
function deleteLabel(count: number, t: Messages): string {
  if (count === 1) return t.linkActions.deleteLink
  return count > maxLinksWithUndo
    ? t.linkActions.deleteLinksAsk(count)
    : t.linkActions.deleteLinks(count)
}

function labelOf(
  command: MenuCommand,
  count: number,
  row: LinkRow | undefined,
  t: Messages,
): string {
  const messages = t.linkActions
  switch (command) {
    case 'copyLink':
      return count === 1 ? t.links.copyLink : messages.copyLinks
    case 'copyWithPassword':
      return t.linkDetails.copyWithPassword
    case 'edit':
      // The command says where the item is and what can be done, because there is nothing to edit.
      return row && linkState(row, serviceNow()) === 'sourceGone' ? t.links.fix : t.linkDetails.edit
    case 'extend':
      return t.links.extend
    case 'setAccess':
      return messages.setAccess
    case 'details':
      return t.common.details
    case 'showSource':
      return messages.showInFiles
    case 'export':
      return t.links.export
    case 'delete':
      return deleteLabel(count, t)
  }
}

/**
 * What can be done with `count` links; `row` is the link when there is one. `hasPermissions`: the service has permissions
 * of links.
 */
function offeredCommands(
  count: number,
  row: LinkRow | undefined,
  hasPermissions: boolean,
): MenuCommand[] {
  const isOffered = (command: MenuCommand): boolean => {
    if (command === 'extend') return count > 1 || (!!row && isExtendable(row, serviceNow()))
    if (command === 'setAccess') return count > 1 && hasPermissions
    if (onlyOne.has(command)) return count === 1
    if (command === 'copyWithPassword') return count > 1 || !!row?.password
    return true
  }
  return (Object.keys(commands) as MenuCommand[]).filter(isOffered)
}

/** The menu of {@link offeredCommands}, without those that stand beside it. */
export function linkCommandEntries(
  count: number,
  row: LinkRow | undefined,
  hasPermissions: boolean,
  t: Messages,
  run: (command: LinkCommand) => void,
  beside?: ReadonlySet<string>,
): MenuEntry[] {
  const offered = offeredCommands(count, row, hasPermissions)
  return groups.map((group) => ({
    key: group,
    items: offered
      .filter((command) => commands[command].group === group && !beside?.has(command))
      .map((command) => ({
        key: command,
        label: labelOf(command, count, row, t),
        ...commands[command],
        onSelect: () => run(command),
      })),
  }))
}

/** Those of {@link offeredCommands} that are buttons of the selection bar. */
export function CommandButtons({
  count,
  row,
  hasPermissions,
  only,
  run,
}: {
  count: number
  row: LinkRow | undefined
  hasPermissions: boolean
  /** The commands that there is room for; absent for all. */
  only: ReadonlySet<string> | undefined
  run: (command: LinkCommand) => void
}) {
  const { t } = useI18n()
  return offeredCommands(count, row, hasPermissions)
    .filter((command) => commands[command].isInBar && (only?.has(command) ?? true))
    .map((command) => (
      <Button
        key={command}
        variant={commands[command].danger ? 'danger' : 'default'}
        aria-keyshortcuts={commands[command].shortcut}
        onClick={() => run(command)}
      >
        {labelOf(command, count, row, t)}
      </Button>
    ))
}
