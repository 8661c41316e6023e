import { clearLastUndo, setLastUndo } from '#src/jobs/messages/last-undo.ts'
import { dismissToastAbout, showToast } from '#src/jobs/messages/toasts.ts'
import { updateJob } from '#src/jobs/store/jobs.ts'

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
