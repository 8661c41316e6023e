import { useEffect, useEffectEvent, useRef } from 'react'
import { useJobsSelector } from '#src/jobs/store/job-list.ts'
import type { GridSelection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { isDialogOpen } from '#src/ui/keyboard/focus.ts'
import { isTyping } from '#src/ui/keyboard/use-hotkeys.ts'

/**
 * Selects the rows that an Undo brings back, unless several others are selected by then, and reveals the first of them, unless
 * the focus is needed where it is.
 */
export function useSelectRowsAfterUndo<Row extends { readonly id: string }, Head>(
  list: PagedList<Row, Head>,
  {
    rowIndexes,
    selection,
    filterKey,
    onReveal,
  }: {
    rowIndexes: Uint32Array
    selection: GridSelection
    filterKey: string
    onReveal: (rowIndex: number) => void
  },
): void {
  const undo = useJobsSelector((jobs) =>
    jobs.findLast(({ undoes, state }) => undoes !== undefined && state === 'ended'),
  )
  // What was taken back before this page was opened is not shown again.
  const shown = useRef(undo?.id)
  const show = useEffectEvent(() => {
    if (undo?.id === shown.current) return
    const found = undo?.own?.result.done.flatMap(({ id }) => list.rowIndexOfId(id) ?? []) ?? []
    const wanted = new Set(found)
    const back = wanted.size > 0 && rowIndexes.filter((rowIndex) => wanted.has(rowIndex))
    const [first] = back || []
    if (!back || first === undefined) return
    shown.current = undo?.id
    // The arrow keys select the row that they lead to: one alone need not have been chosen.
    if (selection.count(rowIndexes, filterKey) <= 1) selection.replace(back)
    if (!isTyping() && !isDialogOpen()) onReveal(first)
  })
  // The rows may come into view with any change of the list after the end of the job.
  useEffect(() => show(), [undo?.id, rowIndexes])
}
