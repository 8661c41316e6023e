import type { Messages } from '#src/i18n/messages.ts'
import type { Job } from '#src/jobs/store/job.ts'

const failedCount = ({ failed, followUpIds }: Job): number => failed - followUpIds.size

/** Items of a running job that have an outcome. */
export const settledCount = (job: Job): number => job.done + failedCount(job) + job.locked

/** What a running job says besides how many items are done. */
export function jobProblems(job: Job, t: Messages): string[] {
  const { total, locked } = job
  const failed = failedCount(job)
  const left = total - settledCount(job)
  return [
    failed > 0 && t.operations.failedSoFar(failed),
    locked > 0 && t.operations.lockedSoFar(locked),
    failed + locked > 0 && left > 0 && t.operations.leftSoFar(left),
  ].filter((text) => text !== false)
}
