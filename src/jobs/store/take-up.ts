import { dismissJobToast } from '#src/jobs/messages/toasts.ts'
import { currentJobs, setJobs } from './job-list.ts'
import type { Job, JobItem, JobResult } from './job.ts'

/** What its message tells: its result without the items that a later job of its kind has taken up. */
export function toldResult({ result, takenUp }: Job): JobResult | undefined {
  if (!result || !takenUp) return result
  const isTold = ({ id }: JobItem) => !takenUp.has(id)
  return {
    ...result,
    failed: result.failed.filter(({ item }) => isTold(item)),
    locked: result.locked.filter(isTold),
    left: result.left.filter(isTold),
  }
}

const unsettled = ({ failed, locked, left }: JobResult): JobItem[] => [
  ...failed.map(({ item }) => item),
  ...locked,
  ...left,
]

/**
 * What becomes of an item is told by the last job that has taken it up: earlier ones of that kind that have ended stop
 * telling, and their message goes when it has nothing else to tell. One that `job` continues tells for both.
 */
export function takeUpItems(job: Job, items: readonly JobItem[]): void {
  const ids = new Set(items.map(({ id }) => id))
  for (const earlier of currentJobs()) {
    const { id, state, operation } = earlier
    const told = toldResult(earlier)
    if (state !== 'ended' || !told || id === job.continuesJob) continue
    if (operation.kind !== job.operation.kind) continue
    const taken = unsettled(told).flatMap((item) => (ids.has(item.id) ? [item.id] : []))
    if (taken.length === 0) continue
    const takenUp = new Set([...(earlier.takenUp ?? []), ...taken])
    setJobs((jobs) => jobs.map((each) => (each.id === id ? { ...each, takenUp } : each)))
    if (taken.length === unsettled(told).length) dismissJobToast(id)
  }
}
