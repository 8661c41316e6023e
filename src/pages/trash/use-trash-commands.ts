import { type MutationOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import type { RestorePlan } from '#src/queries/restore-plan.ts'
import type { Restore } from '#src/queries/trash-writes.ts'
import { batchWith, type BatchResult } from '#src/stores/batches.ts'
import { openBatchResult } from '#src/stores/dialogs.ts'
import { showToast } from '#src/stores/toasts.ts'
import { announce } from '#src/ui/announce.ts'
import { ChunkGoneError, later } from '#src/ui/later.ts'
import type { Box } from '#src/ui/place.ts'
import { useHotkeys } from '#src/ui/use-hotkeys.ts'
import { rowIndexOf } from '#src/ui/use-row-focus.ts'
import { pickedRows } from '#src/views/picked-rows.ts'

// What writes comes when the page is at rest, or with the first write.
const writes = later(() => import('#src/queries/file-writes.ts'), [], 'at rest')
const planning = later(() => import('#src/queries/restore-plan.ts'), [], 'at rest')
type FileWrites = Awaited<ReturnType<typeof writes.load>>['fileWrites']

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
  const client = useQueryClient()
  const [isEmptying, setEmptying] = useState(false)
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  /** Runs a batch. Whoever is still here when it ends is shown at once what needs a decision. */
  const runBatch = async <V>(
    optionsOf: (writes: FileWrites) => MutationOptions<BatchResult, Error, V>,
    variables: V,
  ) => {
    try {
      const { fileWrites } = await writes.load()
      const options = optionsOf(fileWrites)
      const result = await client.getMutationCache().build(client, options).execute(variables)
      const batch = batchWith(result)
      if (isHere.current && batch !== undefined && result.failed.length > 0) openBatchResult(batch)
    } catch (error) {
      // What a write meets is told by the write.
      if (error instanceof ChunkGoneError) showToast({ kind: 'failed', error })
    }
  }
  const restore = (variables: Restore) => void runBatch((all) => all.restore(), variables)
  const empty = async () => {
    setEmptying(true)
    try {
      const { fileWrites } = await writes.load()
      const options = fileWrites.emptyTrash()
      await client.getMutationCache().build(client, options).execute({ count: listing.size })
      announce(t.trash.emptied)
    } catch (error) {
      if (error instanceof ChunkGoneError) showToast({ kind: 'failed', error })
    } finally {
      setEmptying(false)
      // What it left, and what came meanwhile.
      onRefresh()
    }
  }
  const begin = async (rows: readonly FileRow[]) => {
    if (rows.length < 2) return restore({ items: rows })
    setTask({ at: 'looking' })
    const plan = await planning
      .load()
      .then(({ planRestore }) => planRestore(rows))
      .catch(() => undefined)
    if (!isHere.current) return
    if (plan) setTask({ at: 'planning', rows, plan })
    else {
      setTask(undefined)
      restore({ items: rows })
    }
  }
  const followPlan = (
    { rows, plan }: { rows: readonly FileRow[]; plan: RestorePlan },
    { recreates, aside }: PlanChoice,
  ) => {
    setTask(undefined)
    restore({
      items: rows,
      ...(recreates ? { recreate: plan.missing } : {}),
      ...(aside === undefined ? {} : { both: plan.clashes.map(({ id }) => id), aside }),
    })
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
    restoreTo: (rows: readonly FileRow[], folder: string) => restore({ items: rows, folder }),
    remove: (rows: readonly FileRow[]) =>
      void runBatch((all) => all.deletePermanently(), { items: rows }),
    empty: () => void empty(),
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
