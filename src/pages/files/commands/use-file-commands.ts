import { type MouseEvent, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { isOwnUri, parseUri } from '#src/contract/uri.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { useClipboard } from '#src/features/files/clipboard.ts'
import { isRenameWaiting } from '#src/features/files/waiting-renames.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { OpenFolder } from '#src/pages/files/folder/open-folder.ts'
import type { Anchor } from '#src/ui/anchor.ts'
import { useHotkeys } from '#src/ui/keyboard/use-hotkeys.ts'
import { itemIndexOfElement } from '#src/ui/list/interactions/use-row-focus.ts'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
import { pasteAndFocusNewRows, putOnClipboard } from './clipboard-commands.ts'
import {
  selectedRowsWithUris,
  excludeUnfinishedUploadsWithToast,
  rowsWithUris,
} from './command-rows.ts'
import { type FileCommand, commandsForRows, withoutShortcutsIfContentNeeded } from './commands.ts'
import { useFileOperationStarters } from './use-file-operation-starters.ts'

/** The inline field, menu or dialog that is open; at most one. */
export type FolderOverlay =
  | { at: 'naming'; kind: 'folder' | 'file' }
  /** `typed`: the name that was typed before, and not given. */
  | { at: 'renaming'; row: FileRow; typed?: string }
  | { at: 'sharing'; rows: readonly FileRow[] }
  | { at: 'folder-picker'; kind: 'move' | 'copy'; rows: readonly FileRow[] }
  /** Asks before items of somebody else are deleted. */
  | { at: 'deleting'; rows: readonly FileRow[] }
  | { at: 'menu'; rows: readonly FileRow[]; anchor: Anchor }
  /** The menu of the folder itself. */
  | { at: 'folder-menu'; anchor: Anchor }

/** The commands of a folder, run by buttons, menus and keys. */
export function useFileCommands(
  folder: OpenFolder,
  {
    onOpen,
    onDetails,
    onShow,
    onShowAll,
    onCreated,
  }: {
    onOpen: (row: FileRow) => void
    onDetails: (row: FileRow) => void
    /** Navigates to the item in its folder. */
    onShow: (uri: string) => void
    /** Clears the search and its filters, so that a new item is visible. */
    onShowAll: () => void
    /** Called when items have been added; `id` is that of the first. */
    onCreated: (id: string) => void
  },
) {
  const { uri, list, selection, selectedCount, canCreate, isPhone } = folder
  const [overlay, setOverlay] = useState<FolderOverlay>()
  const clipboard = useClipboard()
  const writes = useFileOperationStarters()
  useClearedSelection(selection)

  const transfer = (kind: 'move' | 'copy', rows: readonly FileRow[], to: string) =>
    writes.transfer(kind, withoutShortcutsIfContentNeeded(kind, rows), to)

  /** What is deleted behind a link goes to the trash of its owner, where a visitor has no Undo. */
  const isOfOthers = parseUri(uri).host === 'share'
  const remove = (rows: readonly FileRow[]) => void writes.trash(rows)
  const run = (command: FileCommand, all: readonly FileRow[]) => {
    const some = withoutShortcutsIfContentNeeded(command, all)
    const rows =
      command === 'share' || command === 'download' ? excludeUnfinishedUploadsWithToast(some) : some
    const [row] = rows
    if (!row || !commandsForRows(folder, rows).includes(command)) return
    if (command === 'open') onOpen(row)
    else if (command === 'details') onDetails(row)
    else if (command === 'showInFolder') onShow(row.uri)
    else if (command === 'rename') {
      if (!isRenameWaiting(row.uri)) setOverlay({ at: 'renaming', row })
    } else if (command === 'share') setOverlay({ at: 'sharing', rows })
    else if (command === 'download') void writes.downloadAll(rows, onOpen)
    else if (command === 'delete' && isOfOthers) setOverlay({ at: 'deleting', rows })
    else if (command === 'delete') remove(rows)
    else if (command === 'remove') void writes.removeShortcuts(rows)
    else if (command === 'duplicate') void duplicate(rows)
    else setOverlay({ at: 'folder-picker', kind: command, rows })
  }

  const { selectedHere, focusedRow, targets } = commandTargets(folder)

  const copyOrCut = async (kind: 'copy' | 'cut') => {
    const rows = await targets()
    const verb = kind === 'cut' ? 'move' : 'copy'
    if (!commandsForRows(folder, rows).includes(verb)) return
    putOnClipboard({
      kind,
      items: withoutShortcutsIfContentNeeded(verb, rows),
      paste: (to) => transfer(verb, rows, to),
    })
  }
  const paste = async () => {
    if (!clipboard || !canCreate) return
    onShowAll()
    await pasteAndFocusNewRows(folder, clipboard, { selects: !isPhone, onCreated })
  }
  const duplicate = async (rows: readonly FileRow[]) => {
    onShowAll()
    await pasteAndFocusNewRows(
      folder,
      { kind: 'copy', items: rows, paste: (to) => transfer('copy', rows, to) },
      { selects: !isPhone && selectedCount > 0, onCreated },
    )
  }
  const beginNaming = (kind: 'folder' | 'file') => {
    onShowAll()
    setOverlay({ at: 'naming', kind })
  }
  const newFolder = () => beginNaming('folder')
  useCommandKeys({
    newFolder: canCreate ? newFolder : undefined,
    rename: () => {
      const [row] = focusedRow()
      if (row) run('rename', [row])
      else void selectedHere().then((rows) => run('rename', rows))
    },
    remove: () =>
      void targets().then((rows) => run(uri === sharedWithMeUri ? 'remove' : 'delete', rows)),
    copy: () => void copyOrCut('copy'),
    cut: () => void copyOrCut('cut'),
    // With an empty clipboard the browser handles the paste, such as of files.
    paste: clipboard ? () => void paste() : undefined,
  })
  const { onMenu, onPlaceMenu } = useContextMenus(folder, setOverlay)
  return {
    overlay,
    endTask: () => setOverlay(undefined),
    newFolder,
    newTextFile: () => beginNaming('file'),
    run,
    remove,
    renameTo: (row: FileRow, typed: string) => setOverlay({ at: 'renaming', row, typed }),
    runOnSelected: (command: FileCommand) => void selectedHere().then((rows) => run(command, rows)),
    transfer,
    /** Pastes into the folder; undefined while there is nothing to paste, or no place for it. */
    paste: clipboard && canCreate && isOwnUri(uri) ? () => void paste() : undefined,
    /** It downloads the folder that is open, with all that is in it. */
    downloadFolder: () => {
      const self = list.head?.self
      if (self) void writes.downloadAll([{ ...self, uri }], onOpen)
    },
    onMenu,
    onPlaceMenu,
    cut: useCutItems(),
  }
}
export type FolderCommands = ReturnType<typeof useFileCommands>

/** The ids of the items that are cut and not yet pasted. */
function useCutItems(): ReadonlySet<string> | undefined {
  const clipboard = useClipboard()
  return useMemo(
    () => (clipboard?.kind === 'cut' ? new Set(clipboard.items.map(({ id }) => id)) : undefined),
    [clipboard],
  )
}

/** The rows that a command is for: those that are selected, else the one that has the focus. */
function commandTargets({ uri, list, selection, selectedCount, rows }: OpenFolder) {
  const { rowIndexes, filterKey } = rows
  const selectedHere = () => selectedRowsWithUris(list, selection, { folder: uri, filterKey })
  const focusedRow = (): FileRow[] => {
    const rowIndex = rowIndexes[itemIndexOfElement(document.activeElement)]
    const row = rowIndex === undefined ? undefined : list.at(rowIndex)
    return row ? rowsWithUris([row], uri) : []
  }
  return {
    selectedHere,
    focusedRow,
    targets: async () => (selectedCount > 0 ? selectedHere() : focusedRow()),
  }
}

/** The keys of the commands; those without an action are left to the browser. */
function useCommandKeys(
  act: Record<
    'newFolder' | 'rename' | 'remove' | 'copy' | 'cut' | 'paste',
    (() => void) | undefined
  >,
): void {
  const taken = (run: (() => void) | undefined) => (event: KeyboardEvent) => {
    if (!run) return
    event.preventDefault()
    run()
  }
  /** It leaves the key to the browser while text is selected. */
  const unlessText = (run: (() => void) | undefined) => (event: KeyboardEvent) => {
    if (getSelection()?.isCollapsed) taken(run)(event)
  }
  const remove = taken(act.remove)
  useHotkeys({
    n: taken(act.newFolder),
    F2: taken(act.rename),
    Delete: remove,
    'Meta+Backspace': remove,
    '$mod+c': unlessText(act.copy),
    '$mod+x': unlessText(act.cut),
    '$mod+v': unlessText(act.paste),
  })
}

/** Opens the menu of rows, and that of the folder beside its rows and controls. */
function useContextMenus(
  { uri, list, selection, rows: { filterKey } }: OpenFolder,
  setOverlay: (menu: FolderOverlay | undefined) => void,
) {
  /**
   * Opens the menu for the row, or for the whole selection when the row is part of it. It is a prop of every row, so it
   * changes only with what it needs.
   */
  const onMenu = useCallback(
    (row: FileRow, anchor: Anchor) => {
      // Nothing can be done to what has no address.
      const open = (rows: readonly FileRow[]) =>
        setOverlay(rows.length > 0 ? { at: 'menu', rows, anchor } : undefined)
      const rowIndex = list.rowIndexOfId(row.id)
      if (rowIndex === undefined || !selection.has(rowIndex, filterKey))
        return open(rowsWithUris([row], uri))
      void selectedRowsWithUris(list, selection, { folder: uri, filterKey }).then(open)
    },
    [uri, list, selection, filterKey, setOverlay],
  )
  const onPlaceMenu = (event: MouseEvent) => {
    const isTaken =
      event.defaultPrevented ||
      !getSelection()?.isCollapsed ||
      (event.target as Element).closest('button,a,input,header,dialog,[data-index],[data-sticky]')
    if (isTaken) return
    event.preventDefault()
    const { clientX: x, clientY: y } = event
    setOverlay({ at: 'folder-menu', anchor: { x, y } })
  }
  return { onMenu, onPlaceMenu }
}

/** The selection ends when the folder is left: after Back, the row that was opened has focus and nothing is selected. */
function useClearedSelection(selection: Selection): void {
  const isMounted = useIsMounted()
  const clear = useEffectEvent(() => selection.clear())
  useEffect(
    () => () => {
      // Strict mode unmounts and mounts each page once, which must not clear a selection that another page has made.
      queueMicrotask(() => {
        if (!isMounted.current) clear()
      })
    },
    [isMounted],
  )
}
