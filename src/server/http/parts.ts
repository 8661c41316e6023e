import { formatUri } from '#src/contract/uri.ts'
import type { FileUri } from '#src/contract/uri.ts'
import type { Db } from '#src/server/storage/db.ts'
import { Refusal } from './envelope.ts'
import type { OpenRequests } from './open-requests.ts'

/** What was done in a step: the rows written, and whether there is nothing more to do. */
export type StepResult = { readonly rows: number; readonly isDone: boolean }

/** Rows of one part at most. */
export const maxPartRows = 250
/** Rows of one step at most: a row takes up to 0.3 ms, and the clock is read between two steps. */
const maxStepRows = 25

/** What long work needs of the service. */
export type PartContext = {
  readonly db: Db
  readonly partMs: number
  readonly requests: OpenRequests
}

/** Of the time that passes, a part may take this many times its processor time: the rest is the disk, or other processes. */
const maxWaiting = 5

/** A clock for one part: tells whether it has used `partMs` milliseconds of the processor, or lasted five times as long. */
export function startPart(partMs: number): { isOver: () => boolean } {
  const start = performance.now()
  const startUsage = process.cpuUsage()
  /** Until then the part cannot have used its time; reading the usage costs as much as a row. */
  let nextLook = start + partMs
  return {
    isOver() {
      const time = performance.now()
      if (time < nextLook) return false
      const { user, system } = process.cpuUsage(startUsage)
      const left = partMs - (user + system) / 1000
      nextLook = time + left
      return left <= 0 || time >= start + partMs * maxWaiting
    },
  }
}

/**
 * One part of long work: calls `step`, which does at most `room` rows, until it is done, or for `partMs` milliseconds
 * and 250 rows at most. Run it inside a transaction.
 */
export function runPart(partMs: number, step: (room: number) => StepResult): StepResult {
  const part = startPart(partMs)
  let rows = 0
  for (;;) {
    const done = step(Math.min(maxPartRows - rows, maxStepRows))
    rows += done.rows
    if (done.isDone) return { rows, isDone: true }
    if (rows >= maxPartRows || part.isOver()) return { rows, isDone: false }
  }
}

/** Has other requests answered before the next part. `own` is the request that the work is done for, if it is one. */
export async function yieldToOthers({ db, requests }: PartContext, own?: Request): Promise<void> {
  // Before the others are answered: cutting off the log takes this thread as long as a part.
  await db.whenLogIsShort()
  await requests.whenAnswered(own)
}

/** The refused items of a batch, by canonical URI. */
export type Failures = Map<string, Refusal>

/**
 * Runs `step` for each URI, each step with a savepoint, which its refusal undoes; returns the refusals. Commits after
 * each part ({@link runPart}) and answers other requests in between. `step` does at most `room` rows of the work for an
 * item, and is called again until the item is done; without a result it was one row. What was read before a part is out
 * of date in the next one, which `onNextPart` tells.
 */
export async function runInParts(
  { context, request }: { readonly context: PartContext; readonly request: Request },
  uris: readonly FileUri[],
  step: (uri: FileUri, room: number) => StepResult | void,
  onNextPart: () => void,
): Promise<Failures> {
  const { db, partMs } = context
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
  while (!db.transaction(() => runPart(partMs, runNext).isDone)) {
    await yieldToOthers(context, request)
    onNextPart()
  }
  return failures
}
