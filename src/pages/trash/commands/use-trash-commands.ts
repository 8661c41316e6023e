import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { loadSelectedRows } from '#src/features/list-page/selection/load-selected-rows.ts'
import { emptyTrashOfItems } from '#src/features/trash/empty-trash.ts'
import { deletePermanently } from '#src/features/trash/permanent-deletion.ts'
import { restoreItems } from '#src/features/trash/restore-items.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { openJobResult } from '#src/jobs/questions/dialogs.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { reportingJobOf } from '#src/jobs/store/job-list.ts'
import type { FailedItem, JobResult } from '#src/jobs/store/job.ts'
import { yieldToMain } from '#src/lib/concurrency/yield-to-main.ts'
import { Selection } from '#src/lib/selection.ts'
import { keys } from '#src/lists/keys.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { unloadedRowsRuleOf } from '#src/lists/selection/unloaded-rows.ts'
import type { Anchor } from '#src/ui/anchor.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { useHotkeys } from '#src/ui/keyboard/use-hotkeys.ts'
import { itemIndexOfElement } from '#src/ui/list/interactions/use-row-focus.ts'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'

export type TrashCommand = 'restore' | 'restoreTo' | 'deletePermanently' | 'details' | 'onlyFrom'

/** The menu, picker or confirmation that is open. */
export type TrashOverlay =
  | { at: 'menu'; rows: readonly FileRow[]; anchor: Anchor }
  | { at: 'folder-picker'; rows: readonly FileRow[] }
  | { at: 'deleting'; rows: readonly FileRow[] }
  /** `selection`: the items that were in the trash when the question was asked. */
  | { at: 'emptying'; selection: Selection }

/** Commands that wait while a plan for a restore is being made, which asks about items that they would take away. */
export const isCommandBlockedByRestorePlanning = (command: TrashCommand): boolean =>
  command !== 'details' && command !== 'onlyFrom'

/** The commands of the trash, run by buttons, menus and keys. */
export function useTrashCommands({
  list,
  shownIndexes,
  rowsOf,
  filterKey,
  matches,
  selection,
  selectedCount,
  onDetails,
  onOnlyFrom,
  onRefresh,
}: {
  list: PagedList<FileRow>
  /** The rows on the page, and the items that a row stands for. */
  shownIndexes: Uint32Array
  rowsOf: (rowIndex: number) => FileRow[]
  filterKey: string
  matches: (row: FileRow) => boolean
  selection: Selection
  selectedCount: number
  onDetails: (row: FileRow) => void
  onOnlyFrom: (row: FileRow) => void
  onRefresh: () => void
}) {
  const { t } = useI18n()
  const [overlay, setOverlay] = useState<TrashOverlay>()
  const client = useQueryClient()
  const [isEmptying, setEmptying] = useState(false)
  /** The items to restore are still being loaded. */
  const [isLoadingItems, setLoadingItems] = useState(false)
  const isPlanning = useIsMutating({ mutationKey: keys.files.restorePlan() }) > 0 || isLoadingItems
  const isMounted = useIsMounted()

  /** Runs a job. When it ends and the page is still here, items that need a decision are shown at once. */
  const run = async (start: () => Promise<JobResult | undefined>) => {
    try {
      const result = await start()
      // A long list that has just changed and its result would be drawn in one go.
      await yieldToMain()
      const job = result && reportingJobOf(result)
      const isUndecided = ({ item }: FailedItem) => !job?.skippedIds.has(item.id)
      if (isMounted.current && job?.result?.failed.some(isUndecided)) openJobResult(job.id)
    } catch {
      // The write reports its own errors.
    }
  }
  const empty = async (all: Selection) => {
    setEmptying(true)
    try {
      const rows = await loadSelectedRows(list, all, '', () => true)
      if (rows.length > 0 && (await emptyTrashOfItems(client, rows))) announce(t.trash.emptied)
    } catch {
      // The job reports its own errors.
    } finally {
      setEmptying(false)
      // The list may contain items that could not be deleted, or that arrived since.
      onRefresh()
    }
  }
  const runCommand = (command: TrashCommand, rows: readonly FileRow[]) => {
    const [row] = rows
    if (!row || (isPlanning && isCommandBlockedByRestorePlanning(command))) return
    if (command === 'restore') void run(() => restoreItems(client, rows))
    else if (command === 'restoreTo') setOverlay({ at: 'folder-picker', rows })
    else if (command === 'deletePermanently') setOverlay({ at: 'deleting', rows })
    else if (command === 'details') onDetails(row)
    else onOnlyFrom(row)
  }

  const selectedHere = () => loadSelectedRows(list, selection, filterKey, matches)
  const runOnSelected = async (command: TrashCommand) => {
    if (isPlanning && isCommandBlockedByRestorePlanning(command)) return
    if (command === 'restore') setLoadingItems(true)
    const rows = await selectedHere()
    if (command === 'restore') setLoadingItems(false)
    runCommand(command, rows)
  }
  const focusedRow = (): FileRow[] => {
    const rowIndex = shownIndexes[itemIndexOfElement(document.activeElement)]
    return rowIndex === undefined ? [] : rowsOf(rowIndex)
  }
  const runOnTargets = (command: TrashCommand) => (event: KeyboardEvent) => {
    event.preventDefault()
    if (selectedCount === 0) runCommand(command, focusedRow())
    else void runOnSelected(command)
  }
  useHotkeys({
    u: runOnTargets('restore'),
    'Shift+U': runOnTargets('restoreTo'),
    Delete: runOnTargets('deletePermanently'),
  })

  return {
    overlay,
    setOverlay,
    isPlanning,
    run: runCommand,
    isEmptying,
    runOnSelected: (command: TrashCommand) => void runOnSelected(command),
    restoreTo: (rows: readonly FileRow[], folder: string) =>
      void run(() => restoreItems(client, rows, folder)),
    remove: (rows: readonly FileRow[]) =>
      void run(() => startMutation(client, deletePermanently(), { items: rows })),
    askToEmpty: () => {
      const all = new Selection()
      all.selectAll(list.order, '', unloadedRowsRuleOf(list))
      setOverlay({ at: 'emptying', selection: all })
    },
    empty: (all: Selection) => void empty(all),
    /** Opens the menu for the row, or for the whole selection when the row is part of it. */
    onMenu: (row: FileRow, anchor: Anchor) => {
      const rowIndex = list.rowIndexOfId(row.id)
      if (rowIndex === undefined || !selection.has(rowIndex, filterKey)) {
        setOverlay({ at: 'menu', rows: rowIndex === undefined ? [row] : rowsOf(rowIndex), anchor })
      } else void selectedHere().then((rows) => setOverlay({ at: 'menu', rows, anchor }))
    },
  }
}
export type TrashCommands = ReturnType<typeof useTrashCommands>
