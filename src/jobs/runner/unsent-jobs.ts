import { onSignOut } from '#src/api/resets.ts'
import { onBeforeSignOut } from '#src/jobs/before-sign-out.ts'
import type { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { clearLastUndo, setLastUndo } from '#src/jobs/messages/last-undo.ts'
import { dismissToastAbout, showToast } from '#src/jobs/messages/toasts.ts'
import { whenJobsEnd } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { updateJob } from '#src/jobs/store/jobs.ts'

/*
 * Jobs that must not stay undone once the user has been told of them. When the page is closed they are sent at once; a
 * sign-out, here or in another tab, waits for them.
 */

/** How long Undo is on offer before a delayed job is sent, in ms. */
const undoDelayMs = 7_000

/** `join`: another job includes it. `leave`: the user has signed out. */
type DelayEnd = 'send' | 'undo' | 'join' | 'leave'

/**
 * The time for which a job can be taken back before anything of it is sent: by its message, or with Ctrl+Z. That of a job
 * that joins another one begins anew, under the same message.
 */
export class UndoDelay {
  readonly ended: Promise<DelayEnd>
  isHeld = false
  readonly #id: number
  readonly #undo = (): void => this.end('undo')
  #timer: ReturnType<typeof setTimeout> | undefined
  #resolve: ((end: DelayEnd) => void) | undefined

  /** `joined`: the delay of the job in whose place this one is. */
  constructor(id: number, joined: { readonly isHeld: boolean } | undefined) {
    this.#id = id
    this.ended = new Promise((resolve) => (this.#resolve = resolve))
    const hold = (isHeld: boolean) => this.#hold(isHeld)
    const delay = { hold, undo: this.#undo, send: () => this.end('send') }
    updateJob(id, { state: 'delayed', delay })
    if (!joined) showToast({ kind: 'delayed', jobId: id })
    hold(joined?.isHeld ?? false)
    setLastUndo(this.#undo)
  }

  get isOver(): boolean {
    return this.#resolve === undefined
  }

  #hold(isHeld: boolean): void {
    this.isHeld = isHeld
    clearTimeout(this.#timer)
    if (!isHeld && !this.isOver) this.#timer = setTimeout(() => this.end('send'), undoDelayMs)
  }

  end(end: DelayEnd): void {
    if (this.isOver) return
    clearTimeout(this.#timer)
    clearLastUndo(this.#undo)
    this.#resolve?.(end)
    this.#resolve = undefined
    if (end === 'join') return
    updateJob(this.#id, { state: 'running', delay: undefined })
    dismissToastAbout(`delayed ${this.#id}`)
  }
}

export type UnsentJob = {
  readonly id: number
  readonly items: readonly JobItem[]
  readonly journal: JobJournal | undefined
  /** While the user can take it back before it is sent, and afterwards. */
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

addEventListener('pagehide', sendAllOnClose)
addEventListener('pageshow', ({ persisted }) => {
  // A page that comes back from the back/forward cache has sent them: Undo would only seem to keep them.
  if (persisted) sendAllNow()
})

/** To be called when a job begins that is to be sent in any case. */
export const addUnsentJob = (job: UnsentJob): void => void unsentJobs.set(job.id, job)

/** Ends the delay of a job without sending it, for one that includes it and is added under the same id. */
export function takeOverDelayedJob(id: number | undefined): UnsentJob | undefined {
  const job = unsentJobs.get(id ?? -1)
  job?.delayed?.end('join')
  return job
}

/** It has ended, or has been taken back. */
export const removeUnsentJob = (id: number): void => void unsentJobs.delete(id)

onBeforeSignOut(async () => {
  const ids = [...unsentJobs.keys()]
  sendAllNow()
  await whenJobsEnd(ids)
})

onSignOut(() => {
  for (const [id, job] of unsentJobs) {
    job.leave()
    removeUnsentJob(id)
  }
})
