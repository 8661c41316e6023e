import { onSignOut } from '#src/api/resets.ts'
import { closeSessionOfRemovedUpload } from '#src/features/uploads/parts/upload-session.ts'
import { forgetFolders } from '#src/features/uploads/targets/upload-target.ts'
import { removeUploads } from '#src/features/uploads/upload-rows.ts'
import { onBeforeSignOut, setSignOutDelayed } from '#src/jobs/before-sign-out.ts'
import { createTabFlag, uploadsLockPrefix } from '#src/platform/tab-flag.ts'
import { setUnloadGuard } from '#src/platform/unload-guard.ts'
import {
  failsWholeGroup,
  type UploadRunResult,
  runUpload,
  recordUploadedFile,
} from './run-upload.ts'
import type { UploadGroup } from './upload-group.ts'
import { setUploadPhase, type UploadJob } from './upload-job.ts'
import { stopSpeedMeasurement } from './upload-speed.ts'

/*
 * The jobs that are not done, and which of them run: two at once, the parts of each one after another. Every job ends as
 * done, failed with a reason, or cancelled; the session, and with it the lock, of one that is given up is closed.
 */

const maxRunning = 2

/** In the order in which they start. */
const jobs = new Map<number, UploadJob>()
/** Runs that have not come to their end; cancelled ones too, whose jobs are no longer in `jobs`. */
const runs = new Map<UploadJob, { readonly abort: AbortController; settled: Promise<void> }>()

const tellTabs = createTabFlag(uploadsLockPrefix)

/** Adds a job at the end of the queue. Call {@link startNextUploads} after the last one. */
export function enqueueUpload(job: UploadJob): void {
  jobs.delete(job.id)
  jobs.set(job.id, job)
  setUploadPhase(job, { at: 'waiting' })
}

function nextWaiting(): UploadJob | undefined {
  for (const job of jobs.values()) if (job.phase.at === 'waiting') return job
  return undefined
}

/** Starts what is waiting, as far as there is room. Call it whenever the queue has changed. */
export function startNextUploads(): void {
  let next = nextWaiting()
  while (next && runs.size < maxRunning) {
    start(next)
    next = nextWaiting()
  }
  setUnloadGuard('uploads', runs.size > 0 || next !== undefined)
  if (runs.size === 0) stopSpeedMeasurement()
  const isAnyOpen = jobs.size + runs.size > 0
  // Sessions and their locks are closed before a sign-out, which asks first, in any tab.
  setSignOutDelayed('uploads', isAnyOpen)
  tellTabs(isAnyOpen)
}

function start(job: UploadJob): void {
  const abort = new AbortController()
  const run = { abort, settled: Promise.resolve() }
  runs.set(job, run)
  setUploadPhase(job, { at: 'running', isStalled: false })
  run.settled = runUpload(job, abort.signal)
    .then((result) => settle(job, result))
    .finally(() => {
      runs.delete(job)
      startNextUploads()
    })
}

async function settle(job: UploadJob, result: UploadRunResult): Promise<void> {
  // Cancelled while it ran; a session that it opened meanwhile is closed too.
  if (job.phase.at === 'cancelled') return closeSessionOfRemovedUpload(job)
  switch (result.at) {
    case 'done': {
      jobs.delete(job.id)
      await recordUploadedFile(job, !hasUnsent(job.group))
      setUploadPhase(job, { at: 'done' })
      return
    }
    case 'aborted':
      if (job.phase.at === 'pausing' && job.phase.resumes) enqueueUpload(job)
      else setUploadPhase(job, { at: 'paused' })
      return
    case 'failed':
      setUploadPhase(job, { at: 'failed', failure: result.failure })
      if (failsWholeGroup(result.failure)) pauseWaiting(job.group)
      return
    case 'cancelled':
      cancelUploadJobs([job])
      return
    case 'signedOut':
      return
  }
}

const jobsOf = (group: UploadGroup): UploadJob[] =>
  [...jobs.values()].filter((job) => job.group === group)

/** Whether a file of the group waits or is on its way. */
function hasUnsent(group: UploadGroup): boolean {
  for (const job of jobs.values()) {
    if (job.group === group && (job.phase.at === 'waiting' || runs.has(job))) return true
  }
  return false
}

/** The other files of a group would fail like the one before; the user resumes them. */
function pauseWaiting(group: UploadGroup): void {
  for (const job of jobsOf(group))
    if (job.phase.at === 'waiting') setUploadPhase(job, { at: 'paused' })
}

export const allUploadJobs = (): UploadJob[] => [...jobs.values()]
export const uploadJobById = (id: number): UploadJob | undefined => jobs.get(id)

/** Pauses those that wait or run. A request in flight is aborted; the parts that arrived stay at the service. */
export function pauseUploadJobs(paused: readonly UploadJob[]): void {
  for (const job of paused) {
    if (job.phase.at === 'waiting') setUploadPhase(job, { at: 'paused' })
    else if (job.phase.at === 'running' || job.phase.at === 'pausing') {
      setUploadPhase(job, { at: 'pausing', resumes: false })
      runs.get(job)?.abort.abort(new DOMException('paused', 'AbortError'))
    }
  }
  startNextUploads()
}

/** Puts paused and failed ones back into the queue. They go on where they were, or start anew without a session. */
export function resumeUploadJobs(resumed: readonly UploadJob[]): void {
  for (const job of resumed) {
    if (job.phase.at === 'pausing') setUploadPhase(job, { at: 'pausing', resumes: true })
    else if (job.phase.at === 'paused' || job.phase.at === 'failed') {
      // A folder of it that is gone by now is made again.
      if (job.phase.at === 'failed' && job.session.at === 'none') forgetFolders(job.group)
      enqueueUpload(job)
    }
  }
  startNextUploads()
}

/** Takes jobs and their rows off the list, and their sessions and locks off the service. */
export function cancelUploadJobs(cancelled: readonly UploadJob[]): void {
  for (const job of cancelled) {
    job.phase = { at: 'cancelled' }
    jobs.delete(job.id)
    const run = runs.get(job)
    if (run) run.abort.abort(new DOMException('cancelled', 'AbortError'))
    else closeSessionOfRemovedUpload(job)
  }
  removeUploads(new Set(cancelled.map(({ id }) => id)))
  startNextUploads()
}

/** Cancels all of them, and the folders that are still to be created. */
export function cancelAllUploadJobs(): void {
  const cancelled = allUploadJobs()
  for (const { group } of cancelled) group.stop.abort(new DOMException('cancelled', 'AbortError'))
  cancelUploadJobs(cancelled)
}

onBeforeSignOut(async () => {
  const cancelled = allUploadJobs()
  const running = cancelled.map((job) => ({ job, settled: runs.get(job)?.settled }))
  cancelAllUploadJobs()
  const waitUntilClosed = async ({ job, settled }: (typeof running)[number]) => {
    // The run may close the session at its end.
    await settled
    await job.closing
  }
  await Promise.allSettled(running.map(waitUntilClosed))
})

onSignOut(() => {
  for (const [job, { abort }] of runs) {
    job.phase = { at: 'cancelled' }
    job.entry = undefined
    job.session = { at: 'none' }
    abort.abort(new DOMException('signed out', 'AbortError'))
  }
  jobs.clear()
  // A request that never gets an answer must not take the place of the next user's.
  runs.clear()
  startNextUploads()
})
