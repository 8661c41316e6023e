import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow } from '#src/queries/files.ts'
import { fileWrites } from '#src/queries/file-writes.ts'
import type { Listing } from '#src/queries/listing.ts'
import { planRestore, type RestorePlan } from '#src/queries/restore-plan.ts'
import { batchWith, type BatchResult } from '#src/stores/batches.ts'
import { openBatchResult } from '#src/stores/dialogs.ts'
import { announce } from '#src/ui/announce.ts'
import type { Box } from '#src/ui/place.ts'
import { useHotkeys } from '#src/ui/use-hotkeys.ts'
import { rowIndexOf } from '#src/ui/use-row-focus.ts'
import { pickedRows } from '#src/views/picked-rows.ts'

export type Command = 'restore' | 'restoreTo' | 'deletePermanently' | 'details' | 'fromHere'

export type PlanChoice = {
  readonly recreates: boolean
  /** Name of the folders in which clashing items get theirs; undefined when they are not to be kept as well. */
  readonly aside: string | undefined
}

/** What the trash is in the middle of: one thing at a time. */
export type Task =
  | { at: 'menu'; rows: readonly FileRow[]; anchor: Box }
  | { at: 'looking' }
  | { at: 'planning'; rows: readonly FileRow[]; plan: RestorePlan }
  | { at: 'picking'; rows: readonly FileRow[] }
  | { at: 'deleting'; rows: readonly FileRow[] }
  | { at: 'emptying' }

/** What can be done in the trash, by button, by menu and by key. */
export function useTrashCommands({
  listing,
  slots,
  filter,
  matches,
  selection,
  picked,
  onDetails,
  onOnlyFrom,
  onRefresh,
}: {
  listing: Listing<FileRow>
  slots: Uint32Array
  filter: string
  matches: (row: FileRow) => boolean
  selection: Selection
  picked: number
  onDetails: (row: FileRow) => void
  onOnlyFrom: (row: FileRow) => void
  onRefresh: () => void
}) {
  const { t } = useI18n()
  const [task, setTask] = useState<Task>()
  const { mutate: restore } = useMutation(fileWrites.restore())
  const { mutate: remove } = useMutation(fileWrites.deletePermanently())
  const { mutate: empty, isPending: isEmptying } = useMutation({
    ...fileWrites.emptyTrash(),
    // What it left, and what came meanwhile.
    onSettled: onRefresh,
  })

  // Whoever is still here is shown at once what needs a decision.
  const shown = {
    onSuccess: (result: BatchResult) => {
      const batch = batchWith(result)
      if (batch !== undefined && result.failed.length > 0) openBatchResult(batch)
    },
  }
  const begin = async (rows: readonly FileRow[]) => {
    if (rows.length < 2) return restore({ items: rows }, shown)
    setTask({ at: 'looking' })
    const plan = await planRestore(rows).catch(() => undefined)
    if (plan) setTask({ at: 'planning', rows, plan })
    else {
      setTask(undefined)
      restore({ items: rows }, shown)
    }
  }
  const followPlan = (
    { rows, plan }: { rows: readonly FileRow[]; plan: RestorePlan },
    { recreates, aside }: PlanChoice,
  ) => {
    setTask(undefined)
    restore(
      {
        items: rows,
        ...(recreates ? { recreate: plan.missing } : {}),
        ...(aside === undefined ? {} : { both: plan.clashes.map(({ id }) => id), aside }),
      },
      shown,
    )
  }

  const run = (command: Command, rows: readonly FileRow[]) => {
    const [row] = rows
    if (!row || task?.at === 'looking') return
    if (command === 'restore') void begin(rows)
    else if (command === 'restoreTo') setTask({ at: 'picking', rows })
    else if (command === 'deletePermanently') setTask({ at: 'deleting', rows })
    else if (command === 'details') onDetails(row)
    else onOnlyFrom(row)
  }

  const pickedHere = () => pickedRows(listing, selection, filter, matches)
  const focusedRow = (): FileRow[] => {
    const slot = slots[rowIndexOf(document.activeElement)]
    const row = slot === undefined ? undefined : listing.at(slot)
    return row ? [row] : []
  }
  const runOnTargets = (command: Command) => (event: KeyboardEvent) => {
    event.preventDefault()
    if (picked === 0) run(command, focusedRow())
    else void pickedHere().then((rows) => run(command, rows))
  }
  useHotkeys({
    u: runOnTargets('restore'),
    'Shift+U': runOnTargets('restoreTo'),
    Delete: runOnTargets('deletePermanently'),
  })

  return {
    task,
    setTask,
    run,
    followPlan,
    isEmptying,
    runOnPicked: (command: Command) => void pickedHere().then((rows) => run(command, rows)),
    restoreTo: (rows: readonly FileRow[], folder: string) =>
      restore({ items: rows, folder }, shown),
    remove: (rows: readonly FileRow[]) => remove({ items: rows }, shown),
    empty: () => empty({ count: listing.size }, { onSuccess: () => announce(t.trash.emptied) }),
    /** The menu of a row is that of all picked ones when it is one of them. */
    onMenu: (row: FileRow, anchor: Box) => {
      const slot = listing.slotOf(row.id)
      if (slot === undefined || !selection.has(slot, filter)) {
        setTask({ at: 'menu', rows: [row], anchor })
      } else void pickedHere().then((rows) => setTask({ at: 'menu', rows, anchor }))
    },
  }
}
export type TrashCommands = ReturnType<typeof useTrashCommands>
