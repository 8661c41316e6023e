import { useRunningBatch } from '#src/stores/batches.ts'
import { later } from '#src/ui/later.ts'
import { useLasting } from '#src/views/use-lasting.ts'

const batchBar = later(() => import('#src/views/BatchBar.tsx'), ['operations'], 'at rest')
const kinds = ['copyView', 'resetView'] as const

/** How far a copy to subfolders has come, from whichever folder it was begun. */
export function CopyProgress() {
  const batch = useLasting(useRunningBatch(kinds))
  const BatchBar = batchBar.useCode(batch !== undefined, 'quietly')?.BatchBar
  return batch && BatchBar ? <BatchBar batch={batch} /> : null
}
