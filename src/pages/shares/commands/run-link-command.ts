import type { QueryClient } from '@tanstack/react-query'
import type { NavigateFunction } from 'react-router-dom'
import { deleteLinksLater, deleteLinksNow } from '#src/features/links/deletion/delete-links.ts'
import { links } from '#src/features/links/links.ts'
import { isDeadNow } from '#src/features/links/state/link-state.ts'
import { loadSelectedRows } from '#src/features/list-page/selection/load-selected-rows.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { showManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import {
  type LinkTextFormat,
  linksAsText,
  linksAsMessageText,
} from '#src/pages/shares/copy/link-text.ts'
import { copyText } from '#src/ui/copy/use-copy.ts'
import { isDialogOpen } from '#src/ui/keyboard/focus.ts'
import {
  type CopyLinksCommand,
  maxLinksWithUndo,
  type LinkCommand,
  type LinkOverlay,
} from './commands.ts'

export type LinkCommandContext = {
  list: PagedList<LinkRow>
  /** Those of the rows on the screen, in order. */
  rowIndexes: Uint32Array
  filterKey: string
  matches: (row: LinkRow) => boolean
  selection: Selection
  client: QueryClient
  navigate: NavigateFunction
  t: Messages
  locale: string
  openOverlay: (overlay: LinkOverlay) => void
  openDetails: (row: LinkRow) => void
  /** Id of the link whose details are open. */
  open: string | null
  closeDetails: () => void
}

/** Puts links on the clipboard. Asks first when some of them are dead. */
async function copyLinks(
  rows: readonly LinkRow[],
  text: (rows: readonly LinkRow[]) => string,
  openOverlay: LinkCommandContext['openOverlay'],
): Promise<void> {
  if (countDead(rows) > 0) openOverlay({ at: 'copying', rows, text })
  else await copyLinksTextWithToast(rows, text(rows))
}

const countDead = (rows: readonly LinkRow[]): number => rows.filter(isDeadNow).length

/** The message about dead links does not look like a success. */
export async function copyLinksTextWithToast(
  rows: readonly LinkRow[],
  text: string,
): Promise<void> {
  const count = rows.length
  const dead = countDead(rows)
  if (!(await copyText(text))) showManualCopy(text)
  else if (dead === 0) showToast({ kind: 'done', key: 'copied', values: { count } })
  else showToast({ kind: 'done', key: 'copiedDead', values: { count, dead } })
}

async function showSource(row: LinkRow, context: LinkCommandContext): Promise<void> {
  const { client, navigate } = context
  const pressedAt = location.href
  const found = await startMutation(client, links.lookUpSource(), row)
  // What was begun meanwhile is not left.
  if (location.href !== pressedAt || isDialogOpen()) return
  if (found.at === 'folder') {
    const params = new URLSearchParams({ uri: found.folder, focus: found.uri })
    void navigate(`/files?${params.toString()}`)
  } else if (found.at === 'trash') {
    void navigate(`/trash?${new URLSearchParams({ q: found.item.name }).toString()}`)
  } else context.openDetails(row)
}

/** Runs a command on these links, or on the selected ones that match. Rejects when the source cannot be looked up. */
export async function runLinkCommand(
  command: LinkCommand,
  given: readonly LinkRow[] | undefined,
  context: LinkCommandContext,
): Promise<void> {
  const { list, rowIndexes, selection, filterKey, matches, t, locale } = context
  const rows = given ?? (await loadSelectedRows(list, selection, filterKey, matches, rowIndexes))
  const [row] = rows
  if (!row) return
  const copyAs = (format: LinkTextFormat, withPasswords: boolean) =>
    copyLinks(rows, (some) => linksAsText(some, format, t, withPasswords), context.openOverlay)
  switch (command) {
    case 'copyLink':
      return copyAs('lines', false)
    case 'copyWithPassword':
      return copyLinks(rows, (some) => linksAsMessageText(some, t, locale), context.openOverlay)
    case 'details':
      return row.id === context.open ? context.closeDetails() : context.openDetails(row)
    case 'extend':
      return context.openOverlay(
        rows.length > 1 ? { at: 'extendingMany', rows } : { at: 'editing', row, isExtending: true },
      )
    case 'setAccess':
      return context.openOverlay({ at: 'settingAccess', rows })
    case 'edit':
      return context.openOverlay({ at: 'editing', row, isExtending: false })
    case 'showSource':
      return showSource(row, context)
    case 'export':
      return context.openOverlay({ at: 'exporting', isOfSelection: true })
    case 'delete':
    case 'deleteReviewed':
      if (rows.length > maxLinksWithUndo) {
        if (command === 'delete') return context.openOverlay({ at: 'deleting', rows })
        deleteLinksNow(context.client, rows)
      } else deleteLinksLater(context.client, rows)
      // On a phone the details lie over the message with Undo.
      if (rows.some(({ id }) => id === context.open)) context.closeDetails()
      return
    default: {
      // The type makes the compiler ask for a case of each other command.
      const copyCommand: CopyLinksCommand = command
      const [, format, passwords] = copyCommand.split('-') as ['copy', LinkTextFormat, 'passwords'?]
      return format === 'lines' && passwords
        ? copyLinks(rows, (some) => linksAsMessageText(some, t, locale), context.openOverlay)
        : copyAs(format, passwords !== undefined)
    }
  }
}
