import { onSignOut } from '#src/api/resets.ts'
import { onBeforeSignOut } from '#src/jobs/before-sign-out.ts'
import type { DelayedJob } from '#src/jobs/job-definition.ts'
import { whenJobEnds } from '#src/jobs/store/job-list.ts'
import type { UndoDelay } from './undo-delay.ts'

/*
 * Jobs that must not stay undone once the user has been told of them. When the page is closed they are sent at once; a
 * sign-out, here or in another tab, waits for them.
 */

type UnsentJob = DelayedJob & {
  readonly delayed: UndoDelay | undefined
  /** Sends what is left by requests that outlive the page. */
  readonly sendOnClose: () => void
  /** The user has signed out. */
  readonly leave: () => void
}

const isDelayed = ({ delayed }: UnsentJob): boolean => delayed?.isOver === false

const unsentJobs = new Map<number, UnsentJob>()

function sendAllOnClose(): void {
  // A browser takes 64 kB of such requests, so delayed jobs, which are small, go first.
  const jobs = [...unsentJobs.values()]
  for (const job of jobs) if (isDelayed(job)) job.sendOnClose()
  for (const job of jobs) if (!isDelayed(job)) job.sendOnClose()
}

function sendAllNow(): void {
  for (const { delayed } of unsentJobs.values()) delayed?.end('send')
}

/** A page that comes back from the back/forward cache has sent them: Undo would only seem to keep them. */
function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) sendAllNow()
}

/** To be called when a job begins that is to be sent in any case. */
export function addUnsentJob(job: UnsentJob): void {
  unsentJobs.set(job.id, job)
  addEventListener('pagehide', sendAllOnClose)
  addEventListener('pageshow', onPageShow)
}

/** Ends the delay of a job without sending it, for one that includes it and is added under the same id. */
export function takeOverDelayedJob(id: number | undefined): DelayedJob | undefined {
  const job = unsentJobs.get(id ?? -1)
  job?.delayed?.end('join')
  return job
}

/** It has ended, or has been taken back. */
export function removeUnsentJob(id: number): void {
  if (!unsentJobs.delete(id) || unsentJobs.size > 0) return
  removeEventListener('pagehide', sendAllOnClose)
  removeEventListener('pageshow', onPageShow)
}

onBeforeSignOut(async () => {
  const ends = [...unsentJobs.keys()].map(whenJobEnds)
  sendAllNow()
  await Promise.all(ends)
})

onSignOut(() => {
  for (const [id, job] of unsentJobs) {
    job.leave()
    removeUnsentJob(id)
  }
})
