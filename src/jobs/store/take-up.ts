import { dismissJobToast } from '#src/jobs/messages/toasts.ts'
import { currentJobs, setJobs } from './job-list.ts'
import type { Job, JobItem, JobResult } from './job.ts'

const openCount = ({ failed, locked, left }: JobResult): number =>
  failed.length + locked.length + left.length

/**
 * What becomes of an item is told by the last job that has taken it up: earlier ones of that kind that have ended stop
 * telling, and their message goes when it has nothing else to tell. One that `job` continues tells for both.
 */
export function takeUp(job: Job, items: readonly JobItem[]): void {
  const ids = new Set(items.map(({ id }) => id))
  const staysWith = ({ id }: JobItem) => !ids.has(id)
  for (const { id, operation, result, state } of currentJobs()) {
    if (state !== 'ended' || !result || id === job.continuesJob) continue
    if (operation.kind !== job.operation.kind) continue
    const left: JobResult = {
      ...result,
      failed: result.failed.filter(({ item }) => staysWith(item)),
      locked: result.locked.filter(staysWith),
      left: result.left.filter(staysWith),
    }
    if (openCount(left) === openCount(result)) continue
    setJobs((jobs) => jobs.map((each) => (each.id === id ? { ...each, result: left } : each)))
    if (openCount(left) === 0) dismissJobToast(id)
  }
}
