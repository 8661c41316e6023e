import { createContext } from 'react'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import type { LinkTextFormat } from '#src/pages/shares/copy/link-text.ts'
import type { Anchor } from '#src/ui/anchor.ts'

/** Copies as text of this format, with passwords or without. */
export type CopyLinksCommand = `copy-${LinkTextFormat}` | `copy-${LinkTextFormat}-passwords`

export type LinkCommand =
  | 'copyLink'
  | 'copyWithPassword'
  | CopyLinksCommand
  | 'details'
  | 'edit'
  | 'extend'
  | 'setAccess'
  | 'showSource'
  | 'export'
  | 'delete'
  /** Deletes links that the user has been shown. */
  | 'deleteReviewed'

/** More links than these are not held back for Undo: the page asks before it deletes them (S7). */
export const maxLinksWithUndo = 10

/** Runs a command on these links, or on the selected ones. */
export type RunLinkCommand = (command: LinkCommand, rows?: readonly LinkRow[]) => void

/** What lies over the list. */
export type LinkOverlay =
  | { at: 'menu'; anchor: Anchor }
  /** `isOfSelection`: the selected links are exported, otherwise all that the filters show. */
  | { at: 'exporting'; isOfSelection: boolean }
  | { at: 'addingLink' }
  | { at: 'cleaningUp' }
  /** Asks before more links are deleted than Undo holds back. */
  | { at: 'deleting'; rows: readonly LinkRow[] }
  | { at: 'extendingMany' | 'settingAccess'; rows: readonly LinkRow[] }
  | { at: 'editing'; row: LinkRow; isExtending: boolean }
  /** Asks before links are copied of which some are dead. */
  | { at: 'copying'; rows: readonly LinkRow[]; text: (rows: readonly LinkRow[]) => string }

/** The function that runs commands, for the controls inside of rows. */
export const LinkCommandsContext = createContext<RunLinkCommand>(() => {})
