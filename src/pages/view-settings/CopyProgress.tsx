import { useLastingBatch } from '#src/stores/batches.ts'
import { later } from '#src/ui/later.ts'
import css from './CopyProgress.module.css'

const batchBar = later(() => import('#src/views/BatchBar.tsx'), ['operations'], 'at rest')
const kinds = ['copyView', 'resetView'] as const

/** How far a copy to subfolders has come, from whichever folder it was begun. */
export function CopyProgress() {
  const batch = useLastingBatch(kinds)
  const BatchBar = batchBar.useCode(batch !== undefined, 'quietly')?.BatchBar
  return batch && BatchBar ? (
    <div className={css['progress']}>
      <BatchBar batch={batch} />
    </div>
  ) : null
}
