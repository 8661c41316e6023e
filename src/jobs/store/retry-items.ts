import { showToast } from '#src/jobs/messages/toasts.ts'
import { allJobs, contributesTo, findJob } from './job-list.ts'
import { lookUpUnknown, notDoneItems, unknownIdsOf } from './job-results.ts'
import type { JobItem } from './job.ts'

/**
 * Tries items again of which the job `id` shows the result: each by the job that tried it last, since only that one knows
 * what was wished for it, and where it lies when it did not get far. One job after another: two that write to one folder
 * would meet each other's locks. Stop and Undo end it. Items of which nobody can tell whether they are done are not sent,
 * nor are those that a second call, which began while the first waited, has done meanwhile.
 */
export async function retryItems(id: number, items: readonly JobItem[]): Promise<void> {
  const mayBeDone = unknownIdsOf(id)
  if (items.some((item) => mayBeDone.has(item.id))) {
    await lookUpUnknown(id).catch(() => undefined)
    // Nothing may be left to be tried again.
    if (findJob(id)) showToast({ kind: 'job', jobId: id, isOpen: true })
  }
  const unknown = unknownIdsOf(id)
  const left = new Set(items.flatMap((item) => (unknown.has(item.id) ? [] : item.id)))
  for (const job of allJobs().toReversed()) {
    if (!contributesTo(job, id) || !job.own) continue
    const shown = findJob(id)?.result
    const notDone = new Set(shown && notDoneItems(shown).map((item) => item.id))
    const some = notDoneItems(job.own.result).filter(
      (item) => left.delete(item.id) && notDone.has(item.id),
    )
    if (some.length === 0) continue
    const result = await job.retry(some)
    const isUndoing = allJobs().some((each) => each.id === id && each.undoState === 'running')
    if (!result || result.left.length > 0 || isUndoing) return
  }
}
