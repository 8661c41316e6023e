import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { Operation } from '#src/lib/operation.ts'
import type { Job, JobItem, JobResult } from './job.ts'

/* The jobs themselves, which lists read. What is done with them is in `jobs.ts`. */

const useStore = create<{ jobs: readonly Job[] }>()(() => ({ jobs: [] }))

/** A job that ends sooner than this shows no progress, in ms. */
export const progressDelayMs = 400

export const allJobs = (): readonly Job[] => useStore.getState().jobs
export const updateJobs = (change: (jobs: readonly Job[]) => readonly Job[]): void =>
  useStore.setState(({ jobs }) => ({ jobs: change(jobs) }))
export const subscribeToJobs = (changed: (jobs: readonly Job[]) => void): (() => void) =>
  useStore.subscribe(({ jobs }) => changed(jobs))
/** The result of `select` has to be the same object while nothing has changed. */
export const useJobsSelector = <T>(select: (jobs: readonly Job[]) => T): T =>
  useStore(({ jobs }) => select(jobs))

export const findJob = (id: number | undefined): Job | undefined =>
  allJobs().find((job) => job.id === id)

/** The job that writes this journal, or has what an earlier page wrote to it. */
export const findJobOfJournal = (journalId: string | undefined): Job | undefined =>
  allJobs().find((job) => journalId !== undefined && job.journalId === journalId)

export const jobsProcessing = (items: readonly JobItem[]): Job[] =>
  allJobs().filter(
    ({ activeIds }) => activeIds.size > 0 && items.some(({ id }) => activeIds.has(id)),
  )

/** The items that no job processes: a second click must not send them twice. */
export function withoutActiveItems<Item extends JobItem>(items: readonly Item[]): Item[] {
  const jobs = jobsProcessing(items)
  return items.filter(({ id }) => !jobs.some(({ activeIds }) => activeIds.has(id)))
}

export const isJobActive = ({ state }: Job): boolean => state !== 'ended'

/** Resolves when this is so, or when `stop` aborts. After a sign-out no job is there any more. */
export function whenJobs(isMet: () => boolean, stop?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isMet() && !stop?.aborted) return
      unsubscribe()
      stop?.removeEventListener('abort', check)
      resolve()
    }
    const unsubscribe = useStore.subscribe(check)
    stop?.addEventListener('abort', check)
    check()
  })
}

export const whenJobsEnd = (ids: readonly number[]): Promise<void> =>
  whenJobs(() => !allJobs().some((job) => ids.includes(job.id) && isJobActive(job)))

/** Whether this has been the same id for 400 ms. */
function useIsLasting(id: number | undefined): boolean {
  const [lastingId, setLastingId] = useState<number>()
  useEffect(() => {
    if (id === undefined) return undefined
    const timer = setTimeout(() => setLastingId(id), progressDelayMs)
    return () => clearTimeout(timer)
  }, [id])
  return id !== undefined && id === lastingId
}

/**
 * The newest job of these kinds that is at work, not waiting for a lock, once it has been running for 400 ms. How far one
 * is that takes another back is shown by the message of the other.
 */
export function useRunningJob(kinds: readonly Operation['kind'][]): Job | undefined {
  const job = useJobsSelector((jobs) =>
    jobs.findLast(
      (each) =>
        isJobActive(each) &&
        each.state !== 'waiting' &&
        each.state !== 'delayed' &&
        each.undoes === undefined &&
        kinds.includes(each.operation.kind),
    ),
  )
  return useIsLasting(job?.id) ? job : undefined
}

/** Whether this job has been taken back for 400 ms, and the job that does so once that has started. */
export function useRunningUndo({ id, undoState }: Job): {
  isUndoing: boolean
  by: Job | undefined
} {
  const by = useJobsSelector((jobs) =>
    jobs.findLast((each) => each.undoes === id && isJobActive(each)),
  )
  return { isUndoing: useIsLasting(undoState === 'running' ? id : undefined), by }
}

/** The job that reports this result, with what those have come to that followed it. */
export function reportingJobOf({ jobId }: JobResult): Job | undefined {
  const job = findJob(jobId)
  return findJob(job?.continuesJob ?? job?.id)
}

export const useJobById = (id: number): Job | undefined =>
  useJobsSelector((jobs) => jobs.find((job) => job.id === id))

/** Whether the result of the job `id` tells what became of the items of `job`. */
export const contributesTo = (job: Job, id: number): boolean =>
  job.id === id || job.continuesJob === id

/** The running jobs that still add to the result of the job `id`: itself and those that follow it. */
export const useActiveContributors = (id: number): readonly Job[] =>
  useJobsSelector((jobs) => jobs).filter((job) => isJobActive(job) && contributesTo(job, id))
