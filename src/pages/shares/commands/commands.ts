import { createContext } from 'react'
import type { ShareRow } from '#src/lists/share-row.ts'
import type { Box } from '#src/ui/menu/box.ts'

export type ShareCommand =
  | 'copyLink'
  | 'copyWithPassword'
  | 'copyLines'
  | 'copyMarkdown'
  | 'copyCsv'
  | 'details'
  | 'edit'
  | 'extend'
  | 'showSource'
  | 'delete'

/** Runs a command on these links, or on the selected ones. */
export type RunShareCommand = (command: ShareCommand, rows?: readonly ShareRow[]) => void

/** What lies over the list. */
export type ShareOverlay =
  | { at: 'menu'; anchor: Box }
  | { at: 'editing'; row: ShareRow; isExtending: boolean }
  /** Asks before links are copied of which some are dead. */
  | { at: 'copying'; rows: readonly ShareRow[]; text: (rows: readonly ShareRow[]) => string }

/** For the controls inside of rows. */
export const ShareCommands = createContext<RunShareCommand>(() => {})
