import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** The requests that are being answered. Long ones let the others finish between two time slices. */
export type TimeSliceScheduler = {
  /** Runs `answer`; until it has ended, long work waits for this request. */
  track<T>(request: Request, answer: () => Promise<T>): Promise<T>
  /** Whether the long work of this turn of the event loop, of all requests together, has had its time. */
  isTimeUp(): boolean
  /**
   * Lets requests that have arrived begin, and waits until those that have begun are answered. `own` is the long request
   * itself: from now on nobody waits for it. Nor is a request waited for that has taken too long once. Of several long
   * requests only one goes on at a time.
   */
  whenAnswered(own?: Request): Promise<void>
}

/**
 * An answer takes several turns of the event loop. `maxWaitMs` is how long one wait may last, `timeSliceMs` how long the
 * work of one turn may.
 */
export function createTimeSliceScheduler(
  maxWaitMs: number,
  timeSliceMs: number,
): TimeSliceScheduler {
  /** Each with the end of its answer. */
  const open = new Map<Request, Promise<void>>()
  /** Ends when the long work that asked last may go on. */
  let lastWait = Promise.resolve()
  /** When long work has begun in this turn, by `performance.now`. */
  let turnStart: number | undefined
  async function waitOnce(): Promise<void> {
    // The millisecond lets requests in progress go on; it can be over before sockets are read, but the turn is not.
    await sleep(1)
    await nextTurn()
    if (open.size === 0) return
    const waitedFor = [...open]
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        for (const [request] of waitedFor) open.delete(request)
        resolve()
      }, maxWaitMs)
    })
    await Promise.race([Promise.all(waitedFor.map(([, answered]) => answered)), timeout])
    clearTimeout(timer)
    // The answers are sent in the turn in which they are ready.
    await nextTurn()
  }
  return {
    async track(request, answer) {
      let end = () => {}
      open.set(request, new Promise<void>((resolve) => (end = resolve)))
      try {
        return await answer()
      } finally {
        open.delete(request)
        end()
      }
    },
    isTimeUp() {
      if (turnStart === undefined) {
        turnStart = performance.now()
        setImmediate(() => (turnStart = undefined))
      }
      return performance.now() - turnStart >= timeSliceMs
    },
    whenAnswered(own) {
      if (own) open.delete(own)
      lastWait = lastWait.then(waitOnce)
      return lastWait
    },
  }
}
