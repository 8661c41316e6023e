import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import type { ItemOutcome } from '#src/jobs/runner/outcomes.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import type { Operation } from '#src/lib/operation.ts'
import { type JournalRecord } from '#src/platform/operation-journal.ts'
import type { JournalHeader, JournalStep, JournaledError } from './job-journal.ts'

/** Pages that had no versions wrote it like this. */
type UnversionedHeader = Pick<JournalHeader, 'operation' | 'startedAt'> & {
  readonly kind: string
  readonly variables: object
}

/** The operation is missing where another version of the page has written the journal. */
export type JournaledJob = Omit<JournalHeader, 'operation'> & {
  readonly id: string
  readonly operation: Operation | undefined
  readonly items: readonly JobItem[]
  /** The outcomes are by index of the item; a missing one waits. */
  readonly outcomes: readonly (ItemOutcome | undefined)[]
  readonly effects: readonly unknown[]
}

/** Reads the header as it is written today; undefined when it is not that of a job. */
function readHeader(
  header: unknown,
): Omit<JournaledJob, 'id' | 'items' | 'outcomes' | 'effects'> | undefined {
  const found = (header ?? {}) as Partial<JournalHeader & UnversionedHeader>
  const {
    kind,
    name = kind,
    version = 1,
    operation,
    startedAt,
    variables,
    input = variables,
  } = found
  if (name === undefined) return undefined
  // No kind of job can go on with what is not whole.
  if (!operation || startedAt === undefined || !input)
    return { name: '', version, operation, startedAt: 0, input: {} }
  const { root, survivesSignOut } = found
  return { name, version, operation, startedAt, input, root, survivesSignOut }
}

export function readJournaledJob({ id, header, steps }: JournalRecord): JournaledJob | undefined {
  const found = readHeader(header)
  if (!found) return undefined
  const items: JobItem[] = []
  const outcomes: ItemOutcome[] = []
  const effects: unknown[] = []
  for (const step of steps as readonly JournalStep[]) {
    if ('items' in step) items.push(...step.items)
    else if ('effect' in step) effects.push(step.effect)
    else for (const index of step.indexes) outcomes[index] = outcomeOf(step)
  }
  return { ...found, id, items, outcomes, effects }
}

function outcomeOf(step: Extract<JournalStep, { state: unknown }>): ItemOutcome {
  if (step.state === 'failed') {
    const { state, error, isSkipped } = step
    return { state, error: unpackError(error), isSkipped }
  }
  if (step.state !== 'locked' && step.state !== 'skipped') return { state: step.state }
  return { state: step.state, error: new LockConflictError({ code: ErrorCode.lockConflict }, []) }
}

/** Earlier pages have not kept the reason of an error without a code. */
const unpackError = ({ code, reason = 'malformed', status, ...facts }: JournaledError): Error =>
  code === undefined
    ? new TransportError(reason, { status, correlationId: facts.correlationId })
    : new ApiError({ code, ...facts })
