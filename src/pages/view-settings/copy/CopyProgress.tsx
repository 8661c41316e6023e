import { useRunningBatch } from '#src/stores/batches/batch-list.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import css from './CopyProgress.module.css'

const BatchBar = lazyComponent(
  async () => (await import('#src/components/list/BatchBar.tsx')).BatchBar,
  { optional: true },
)
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
