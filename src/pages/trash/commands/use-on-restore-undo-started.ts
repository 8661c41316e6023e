import { useEffect, useEffectEvent } from 'react'
import { useJobsSelector } from '#src/jobs/store/job-list.ts'

/** Calls `onUndo` when a restore is being taken back: its items return to the trash with a new deletion time. */
export function useOnRestoreUndoStarted(onUndo: () => void): void {
  const undone = useJobsSelector(
    (jobs) =>
      jobs.find(
        ({ operation, undoState }) => operation.kind === 'restore' && undoState === 'running',
      )?.id,
  )
  const undoBegan = useEffectEvent(onUndo)
  useEffect(() => {
    if (undone !== undefined) undoBegan()
  }, [undone])
}
