import { useEffect, useEffectEvent, useState } from 'react'
import { useJobsSelector } from '#src/jobs/store/job-list.ts'
import { undoJob } from '#src/jobs/store/jobs.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'

/**
 * Shows the next picture once the one that was deleted from the viewer is gone. `undoRemoval` brings that one back, while
 * it is gone and its deletion can be taken back.
 */
export function useShowNextAfterRemoval(
  list: PagedList<FileRow, FolderListHead>,
  pictures: Uint32Array,
  id: string,
  /** `next` is undefined when no picture is left. */
  onRemoved: (next: FileRow | undefined) => void,
): { undoRemoval: (() => void) | undefined; expectRemoval: (at: number) => void } {
  const [removal, setRemoval] = useState<{ id: string; at: number }>()
  const isRemoved = removal !== undefined && list.rowIndexOfId(removal.id) === undefined
  const isShown = removal?.id === id
  const removed = isRemoved ? removal.id : undefined
  const job = useJobsSelector((jobs) =>
    jobs.findLast(
      ({ operation, undo, result }) =>
        operation.kind === 'trash' && undo && result?.done.some((item) => item.id === removed),
    ),
  )
  const goOn = useEffectEvent(() => {
    const next = pictures[Math.min(removal?.at ?? 0, pictures.length - 1)]
    onRemoved(next === undefined ? undefined : list.at(next))
  })
  useEffect(() => {
    if (isRemoved && isShown) goOn()
  }, [isRemoved, isShown])
  return {
    undoRemoval: job && (() => void undoJob(job.id)),
    expectRemoval: (at) => setRemoval({ id, at }),
  }
}
