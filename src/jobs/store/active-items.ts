import { onSignOut } from '#src/api/resets.ts'
import { allJobs } from './job-list.ts'
import type { Job, JobItem } from './job.ts'

/** Items by id, with the running job that processes them: a second click must not send them twice. */
const activeItems = new Map<string, number>()

/** From now on the job processes these items. */
export function claimItems(id: number, items: readonly JobItem[]): void {
  for (const item of items) activeItems.set(item.id, id)
}

/** Lets other jobs process the items of this one, except those with the ids in `kept`. */
export function releaseItems(id: number, kept: ReadonlySet<string> = new Set()): void {
  for (const [item, job] of activeItems) if (job === id && !kept.has(item)) activeItems.delete(item)
}

/** The ids of the running jobs that process any of these items. */
export const jobIdsOf = (items: readonly JobItem[]): ReadonlySet<number> =>
  new Set(items.flatMap(({ id }) => activeItems.get(id) ?? []))

/** The job that waits for a lock on one of these items. */
export function findJobWaitingForLock(items: readonly JobItem[]): Job | undefined {
  const ids = jobIdsOf(items)
  return allJobs().find(({ id, state }) => state === 'waiting' && ids.has(id))
}

/** The items of the job that wait to be processed or are being processed. */
export const activeItemIdsOf = (jobId: number): ReadonlySet<string> =>
  new Set([...activeItems].flatMap(([item, job]) => (job === jobId ? [item] : [])))

/** The items that no running job processes. */
export const withoutActiveItems = <Item extends JobItem>(items: readonly Item[]): Item[] =>
  items.filter(({ id }) => !activeItems.has(id))

onSignOut(() => activeItems.clear())
