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
import { linkState } from '#src/features/links/state/link-state.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import type { MenuEntry } from '#src/ui/menu/MenuPopup.tsx'
import { type CopyCommand, maxLinksWithUndo, type LinkCommand } from './commands.ts'

const icon = (Icon: typeof Copy): ReactNode => (
  <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
)

type MenuCommand = Exclude<LinkCommand, CopyCommand | 'deleteReviewed'>

const looks: Record<MenuCommand, { icon: ReactNode; hint?: string; danger?: boolean }> = {
  copyLink: { icon: icon(Copy), hint: 'C' },
  copyWithPassword: { icon: icon(KeyRound) },
  edit: { icon: icon(Pencil), hint: 'E' },
  extend: { icon: icon(CalendarPlus) },
  setAccess: { icon: icon(Users) },
  details: { icon: icon(Info), hint: '↵' },
  showSource: { icon: icon(FolderOpen) },
  export: { icon: icon(Download) },
  delete: { icon: icon(Trash2), hint: 'Del', danger: true },
}

const groups: readonly (readonly MenuCommand[])[] = [
  ['copyLink', 'copyWithPassword'],
  ['edit', 'extend', 'setAccess'],
  ['details', 'showSource'],
  ['export'],
  ['delete'],
]

/** Commands about a single link. */
const onlyOne = new Set<MenuCommand>(['edit', 'details', 'showSource'])

/** The name of the command that deletes `count` links; three dots say that it asks first. */
export function deleteLabel(count: number, t: Messages): string {
  if (count === 1) return t.linkActions.deleteLink
  return count > maxLinksWithUndo
    ? t.linkActions.deleteLinksAsk(count)
    : t.linkActions.deleteLinks(count)
}

function labelOf(command: MenuCommand, count: number, isSourceGone: boolean, t: Messages): string {
  const messages = t.linkActions
  switch (command) {
    case 'copyLink':
      return count === 1 ? t.links.copyLink : messages.copyLinks
    case 'copyWithPassword':
      return t.linkDetails.copyWithPassword
    case 'edit':
      // The command says where the item is and what can be done, because there is nothing to edit.
      return isSourceGone ? t.links.fix : t.linkDetails.edit
    case 'extend':
      return t.links.extend
    case 'setAccess':
      return messages.setAccess.open
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

/** A link without an end has nothing to extend. */
export const canExtend = (row: LinkRow): boolean =>
  linkState(row, serviceNow()) !== 'sourceGone' && (row.expires !== null || row.remaining !== null)

/** What can be done with `count` links; `row` is the link when there is one. `hasPermissions`: the service has permissions of links. */
export function commandEntries(
  count: number,
  row: LinkRow | undefined,
  hasPermissions: boolean,
  t: Messages,
  run: (command: LinkCommand) => void,
): MenuEntry[] {
  const isSourceGone = !!row && count === 1 && linkState(row, serviceNow()) === 'sourceGone'
  const isOffered = (command: MenuCommand): boolean => {
    if (command === 'extend') return count > 1 || (!!row && canExtend(row))
    if (command === 'setAccess') return count > 1 && hasPermissions
    if (onlyOne.has(command)) return count === 1
    if (command === 'copyWithPassword') return count > 1 || !!row?.password
    return true
  }
  return groups.map((group, index) => ({
    key: String(index),
    items: group.filter(isOffered).map((command) => ({
      key: command,
      label: labelOf(command, count, isSourceGone, t),
      ...looks[command],
      onSelect: () => run(command),
    })),
  }))
}
