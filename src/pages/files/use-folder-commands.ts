import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { useClipboard } from '#src/stores/clipboard.ts'
import { showToast } from '#src/stores/toasts.ts'
import type { Box } from '#src/ui/place.ts'
import { useHotkeys } from '#src/ui/use-hotkeys.ts'
import { rowIndexOf } from '#src/ui/use-row-focus.ts'
import { type Command, commandsFor } from './commands.ts'
import { clipCode } from './late.ts'
import { useFileWrites } from './use-file-writes.ts'
import { pickedRows, sendAway, withAddresses } from './targets.ts'

/** What the folder is in the middle of: one thing at a time. */
export type Task =
  | { at: 'naming' }
  | { at: 'renaming'; row: FileRow }
  | { at: 'sharing'; row: FileRow }
  | { at: 'picking'; kind: 'move' | 'copy'; rows: readonly FileRow[] }
  | { at: 'menu'; rows: readonly FileRow[]; anchor: Box }

/** What can be done in a folder, by button, by menu and by key. */
export function useFolderCommands({
  uri,
  listing,
  slots,
  filter,
  selection,
  picked,
  canCreate,
  isSearch,
  onOpen,
  onDetails,
  onShow,
  onShowAll,
  onMade,
}: {
  uri: string
  listing: Listing<FileRow, Folder>
  slots: Uint32Array
  filter: string
  selection: Selection
  picked: number
  canCreate: boolean
  isSearch: boolean
  onOpen: (row: FileRow) => void
  onDetails: (row: FileRow) => void
  /** Goes to where it lies. */
  onShow: (uri: string) => void
  /** Nothing keeps what is new from being gone to. */
  onShowAll: () => void
  /** Something has come in, first of all the item of this id. */
  onMade: (id: string) => void
}) {
  const [task, setTask] = useState<Task>()
  const clipboard = useClipboard()
  const { writeMany, downloadAll } = useFileWrites()
  const capability = listing.head?.capability ?? null
  const offered = (rows: readonly FileRow[]) => commandsFor(rows, { uri, capability, isSearch })

  const transfer = (kind: 'move' | 'copy', rows: readonly FileRow[], folder: string) =>
    kind === 'copy'
      ? writeMany((write) => write.copy(), { items: rows, folder })
      : sendAway(rows, (items) => writeMany((write) => write.move(), { items, folder }))

  const run = (command: Command, rows: readonly FileRow[]) => {
    const [row] = rows
    if (!row || !offered(rows).includes(command)) return
    if (command === 'open') onOpen(row)
    else if (command === 'details') onDetails(row)
    else if (command === 'showInFolder') onShow(row.uri)
    else if (command === 'rename') setTask({ at: 'renaming', row })
    else if (command === 'share') setTask({ at: 'sharing', row })
    else if (command === 'download') void downloadAll(rows)
    else if (command === 'delete')
      void sendAway(rows, (items) => writeMany((write) => write.trash(), { items }))
    else setTask({ at: 'picking', kind: command, rows })
  }

  const pickedHere = () => pickedRows(listing, selection, { folder: uri, filter })
  const focusedRow = (): FileRow[] => {
    const slot = slots[rowIndexOf(document.activeElement)]
    const row = slot === undefined ? undefined : listing.at(slot)
    return row ? withAddresses([row], uri) : []
  }
  const targets = async () => (picked > 0 ? pickedHere() : focusedRow())

  const clip = async (kind: 'copy' | 'cut') => {
    const [code, rows] = await Promise.all([clipCode.load(), targets()])
    code.clip(kind, rows, { offered, transfer })
  }
  const paste = async () => {
    if (!clipboard || !canCreate) return
    onShowAll()
    const code = await clipCode.load()
    await code.paste(clipboard, { uri, listing, selection, onMade })
  }
  /** Text that somebody has selected is his to copy. */
  const unlessText = (act: () => Promise<void>) => (event: KeyboardEvent) => {
    if (!getSelection()?.isCollapsed) return
    event.preventDefault()
    if (event.repeat) return
    act().catch((error: Error) => showToast({ kind: 'failed', error }))
  }
  const remove = (event: KeyboardEvent) => {
    event.preventDefault()
    // A key that is held is one command.
    if (!event.repeat) void targets().then((rows) => run('delete', rows))
  }
  const beginNaming = () => {
    onShowAll()
    setTask({ at: 'naming' })
  }
  useHotkeys({
    n: (event) => {
      if (!canCreate) return
      event.preventDefault()
      beginNaming()
    },
    F2: (event) => {
      event.preventDefault()
      const [row] = focusedRow()
      if (row) run('rename', [row])
      else void pickedHere().then((rows) => run('rename', rows))
    },
    Delete: remove,
    'Meta+Backspace': remove,
    '$mod+c': unlessText(() => clip('copy')),
    '$mod+x': unlessText(() => clip('cut')),
    // Without anything of our own to paste, the browser says what it has.
    '$mod+v': (event) => clipboard && unlessText(paste)(event),
  })

  /** The menu of a row is that of all picked ones when it is one of them. */
  const openMenu = (row: FileRow, anchor: Box) => {
    const slot = listing.slotOf(row.id)
    if (slot === undefined || !selection.has(slot, filter)) {
      setTask({ at: 'menu', rows: withAddresses([row], uri), anchor })
    } else void pickedHere().then((rows) => setTask({ at: 'menu', rows, anchor }))
  }
  // Every row has it: it must not change with every render.
  const latestMenu = useRef(openMenu)
  useEffect(() => {
    latestMenu.current = openMenu
  })
  const onMenu = useCallback((row: FileRow, at: Box) => latestMenu.current(row, at), [])
  const cut = useMemo(
    () => (clipboard?.kind === 'cut' ? new Set(clipboard.items.map(({ id }) => id)) : undefined),
    [clipboard],
  )

  return {
    task,
    setTask,
    beginNaming,
    offered,
    run,
    runOnPicked: (command: Command) => void pickedHere().then((rows) => run(command, rows)),
    transfer,
    onMenu,
    cut,
  }
}
