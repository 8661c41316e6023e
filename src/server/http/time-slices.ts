import { ErrorCode } from '#src/contract/error-codes.ts'
import { formatUri } from '#src/contract/uri.ts'
import type { FileUri } from '#src/contract/uri.ts'
import type { Db } from '#src/server/storage/db.ts'
import { Refusal } from './envelope.ts'
import type { OpenRequests } from './open-requests.ts'

/** What was done in a step: the rows written, and whether there is nothing more to do. */
export type StepResult = { readonly rows: number; readonly isDone: boolean }

/** Rows of one time slice at most. */
export const maxTimeSliceRows = 250
/** Rows of one step at most: a row takes up to 0.3 ms, and the clock is read between two steps. */
const maxStepRows = 25

/** What long work needs of the service. */
export type TimeSliceContext = {
  readonly db: Db
  readonly timeSliceMs: number
  readonly requests: OpenRequests
}

/** A time slice may last this many times its processor time: the rest is the disk, or other processes. */
const maxWaiting = 5

type TimeSlice = { readonly isOver: () => boolean }

/** A clock for one time slice: whether it has used `timeSliceMs` ms of the processor, or lasted five times as long. */
export function startTimeSlice(timeSliceMs: number): TimeSlice {
  const start = performance.now()
  const startUsage = process.cpuUsage()
  /** Until then the time slice cannot be over; reading the usage costs as much as a row. */
  let nextLook = start + timeSliceMs
  return {
    isOver() {
      const time = performance.now()
      if (time < nextLook) return false
      const { user, system } = process.cpuUsage(startUsage)
      const left = timeSliceMs - (user + system) / 1000
      nextLook = time + left
      return left <= 0 || time >= start + timeSliceMs * maxWaiting
    },
  }
}

/**
 * One time slice of long work: calls `step`, which does at most `room` rows, until it is done, or for `timeSliceMs`
 * milliseconds and 250 rows at most. Run it inside a transaction.
 */
export function runTimeSlice(timeSliceMs: number, step: (room: number) => StepResult): StepResult {
  const slice = startTimeSlice(timeSliceMs)
  let rows = 0
  for (;;) {
    const done = step(Math.min(maxTimeSliceRows - rows, maxStepRows))
    rows += done.rows
    if (done.isDone) return { rows, isDone: true }
    if (rows >= maxTimeSliceRows || slice.isOver()) return { rows, isDone: false }
  }
}

/** Has other requests answered before the next time slice. `own` is the request that the work is done for, if any. */
export async function yieldToOthers(
  { requests }: Pick<TimeSliceContext, 'requests'>,
  own?: Request,
): Promise<void> {
  await requests.whenAnswered(own)
}

/** The time slices that all long requests share which begin in the same turn of the event loop. */
const firstTimeSlices = new WeakMap<OpenRequests, TimeSlice>()

function firstTimeSlice({ requests, timeSliceMs }: TimeSliceContext): TimeSlice {
  let slice = firstTimeSlices.get(requests)
  if (!slice) {
    slice = startTimeSlice(timeSliceMs)
    firstTimeSlices.set(requests, slice)
    setImmediate(() => firstTimeSlices.delete(requests))
  }
  return slice
}

/**
 * For long work that only reads: a function to call after each step. When the time slice is over it has other requests
 * answered. It rejects when the client has left.
 */
export function createPauses({
  context,
  request,
}: {
  readonly context: TimeSliceContext
  readonly request: Request
}): () => Promise<void> {
  let slice = firstTimeSlice(context)
  return async () => {
    if (!slice.isOver()) return
    await yieldToOthers(context, request)
    if (request.signal.aborted) throw new Refusal(ErrorCode.unclassified, 'The client has left')
    slice = startTimeSlice(context.timeSliceMs)
  }
}

/** The refused items of a batch, by canonical URI. */
export type Failures = Map<string, Refusal>

/**
 * Runs `step` for each URI, each step with a savepoint, which its refusal undoes; returns the refusals. Commits after
 * each time slice ({@link runTimeSlice}) and answers other requests in between. `step` does at most `room` rows of the
 * work for an item, and is called again until the item is done; without a result it was one row. What was read before a
 * slice is out of date in the next one, which `onNextTimeSlice` tells.
 */
export async function runInTimeSlices(
  { context, request }: { readonly context: TimeSliceContext; readonly request: Request },
  uris: readonly FileUri[],
  step: (uri: FileUri, room: number) => StepResult | void,
  onNextTimeSlice: () => void,
): Promise<Failures> {
  const { db, timeSliceMs } = context
  const failures: Failures = new Map()
  let index = 0
  const runNext = (room: number): StepResult => {
    const uri = uris[index]
    if (!uri) return { rows: 0, isDone: true }
    let result: StepResult = { rows: 1, isDone: true }
    try {
      db.transaction(() => {
        result = step(uri, room) ?? result
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failures.set(formatUri(uri), error)
    }
    if (result.isDone) index++
    return { rows: result.rows, isDone: index >= uris.length }
  }
  while (!db.transaction(() => runTimeSlice(timeSliceMs, runNext).isDone)) {
    await yieldToOthers(context, request)
    onNextTimeSlice()
  }
  return failures
}
