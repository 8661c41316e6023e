import { BatchBar } from '#src/features/list-page/selection/BatchBar.tsx'
import { useRunningBatch } from '#src/jobs/batches/batch-list.ts'
import css from './CopyProgress.module.css'

const kinds = ['copyView', 'resetView'] as const

/** Progress of a copy to subfolders, whichever folder it was started from. */
export function CopyProgress() {
  const batch = useRunningBatch(kinds)
  return batch ? (
    <div className={css['progress']}>
      <BatchBar batch={batch} />
    </div>
  ) : null
}
