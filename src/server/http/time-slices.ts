import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { formatUri } from '#src/contract/uri.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
import type { Db } from '#src/server/storage/db.ts'
import { HttpError } from './responses/envelope.ts'
import type { TimeSliceScheduler } from './time-slice-scheduler.ts'

/** What was done in a step: the rows written, and whether there is nothing more to do. */
export type StepResult = { readonly rows: number; readonly isDone: boolean }

/** Rows of one time slice at most. */
export const maxTimeSliceRows = 250
/** Rows of one step at most: a row takes up to 0.3 ms, and the clock is read between two steps. */
export const maxRowsPerStep = 25

/** What long work needs of the service. */
export type TimeSliceContext = { readonly db: Db; readonly requests: TimeSliceScheduler }
type LongRequest = {
  readonly context: Pick<TimeSliceContext, 'requests'>
  readonly request: Request
}

/**
 * One time slice of long work that writes: calls `step` until it is done, which is true then, or until the time is up or
 * 250 rows are written. Run it inside a transaction.
 */
export function runTimeSlice(requests: TimeSliceScheduler, step: () => StepResult): boolean {
  for (let rows = 0; rows < maxTimeSliceRows;) {
    const done = step()
    if (done.isDone) return true
    if (requests.isTimeUp()) return false
    rows += done.rows
  }
  return false
}

/**
 * Between two steps of long work: when the time is up, has other requests answered. True when they were: what was read
 * before is out of date.
 */
export async function pauseIfDue({ context, request }: LongRequest): Promise<boolean> {
  if (!context.requests.isTimeUp()) return false
  await context.requests.whenAnswered(request)
  return true
}

function requireClient({ signal }: Request): void {
  if (signal.aborted) throw new HttpError(ErrorCode.unclassified, 'The client has left')
}

/** A {@link pauseIfDue} for work that only reads: it rejects when the client has left. */
export const createAbortablePause = (ctx: LongRequest) => async (): Promise<void> => {
  if (await pauseIfDue(ctx)) requireClient(ctx.request)
}

/** The refused items of a batch, by canonical URI. */
export type BatchFailures = Map<string, HttpError>

/**
 * Runs `step` for each URI, each step with a savepoint, which its refusal undoes; returns the refusals. Commits after
 * each time slice ({@link runTimeSlice}) and answers other requests in between. `step` does a part of the work for an
 * item, and is called again until the item is done; without a result it was one row. What was read before a slice is out
 * of date in the next one, which `onNextTimeSlice` tells. Items that have not begun when the client leaves are refused.
 */
export async function runBatchInTimeSlices(
  { context, request }: { readonly context: TimeSliceContext; readonly request: Request },
  uris: readonly ParsedUri[],
  step: (uri: ParsedUri) => StepResult | void,
  onNextTimeSlice: () => void,
): Promise<BatchFailures> {
  const { db, requests } = context
  const failures: BatchFailures = new Map()
  let index = 0
  let isBegun = false
  const runNext = (): StepResult => {
    const uri = uris[index]
    if (!uri) return { rows: 0, isDone: true }
    let result: StepResult = { rows: 1, isDone: true }
    try {
      if (!isBegun) requireClient(request)
      db.transaction(() => {
        result = step(uri) ?? result
      })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      failures.set(formatUri(uri), error)
    }
    isBegun = !result.isDone
    if (result.isDone) index++
    return { rows: result.rows, isDone: index >= uris.length }
  }
  while (!db.transaction(() => runTimeSlice(requests, runNext))) {
    await requests.whenAnswered(request)
    onNextTimeSlice()
  }
  return failures
}
