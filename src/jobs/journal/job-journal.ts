import { ApiError, TransportError } from '#src/contract/errors.ts'
import { type Outcome, waitingOutcome } from '#src/jobs/runner/outcomes.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import type { Operation } from '#src/lib/operation.ts'
import { uuid } from '#src/lib/uuid.ts'
import {
  appendStep,
  createJournal,
  deleteJournal,
  endJournal,
  lockJournal,
  type JournalRecord,
} from '#src/platform/operation-journal.ts'

/*
 * The journal of a job, for resuming it after a reload. Steps name items by their index in the list of all items; the
 * last step about an item holds. An item that was sent and has no answer is looked up before it is sent again. Effects
 * are what a job changes besides its items; only the kind of job that wrote them can read them.
 */

type JournaledError = {
  code?: number
  message: string
  detail?: string | undefined
  correlationId?: string | undefined
}
type Step =
  | { items: readonly JobItem[] }
  | { effect: object }
  | { state: Exclude<Outcome['state'], 'failed'>; indexes: readonly number[] }
  | { state: 'failed'; indexes: readonly number[]; error: JournaledError }

export type JournalHeader = {
  /** Names the definition that wrote the journal and can read its input, of this version. */
  readonly name: string
  readonly version: number
  readonly operation: Operation
  /** ms since 1970. */
  readonly startedAt: number
  /** What the job was started with, without its items. */
  readonly input: object
  /** Id of the journal of the job that this one continues; absent for the first. */
  readonly root?: string | undefined
  /** Id of the tab, in whose session Ctrl+Z takes it back. */
  readonly tab?: string | undefined
}
/** As pages wrote it that had no versions. */
type UnversionedHeader = Pick<JournalHeader, 'operation' | 'startedAt'> & {
  readonly kind: string
  readonly variables: object
}

/** Items per step: IndexedDB clones them on the main thread. */
const itemsPerStep = 500

function packError(error: Error): JournaledError {
  if (!(error instanceof ApiError)) return { message: error.message }
  const { code, message, detail, correlationId } = error
  return { code, message, detail, correlationId }
}

const unpackError = ({ code, ...facts }: JournaledError): Error =>
  code === undefined ? new TransportError('malformed') : new ApiError({ code, ...facts })

/** The journal of one job while it runs; a Web Lock keeps other tabs from resuming it. */
export class JobJournal {
  readonly id: string
  /** Whether it survives a reload. */
  readonly isLasting: boolean
  #release: (() => void) | undefined

  private constructor(id: string, isLasting: boolean, release: () => void) {
    this.id = id
    this.isLasting = isLasting
    this.#release = release
  }

  /** Undefined when the lock cannot be had. */
  static async begin(
    user: string,
    header: JournalHeader,
    items: readonly JobItem[],
    notes: readonly unknown[] = [],
  ): Promise<JobJournal | undefined> {
    const id = uuid()
    const release = await lockJournal(id)
    if (!release) return undefined
    const steps: Step[] = []
    for (let at = 0; at < items.length; at += itemsPerStep) {
      steps.push({ items: items.slice(at, at + itemsPerStep) })
    }
    for (const effect of notes) steps.push({ effect: effect as object })
    return new JobJournal(id, await createJournal(user, id, header, steps), release)
  }

  /** Continues the journal of an interrupted job; undefined when another tab has its lock. */
  static async resume(id: string): Promise<JobJournal | undefined> {
    const release = await lockJournal(id)
    return release && new JobJournal(id, true, release)
  }

  /** Resolves once it is written. */
  write(indexes: readonly number[], outcome: Outcome): Promise<void> {
    const { state } = outcome
    const step: Step =
      state === 'failed' ? { state, indexes, error: packError(outcome.error) } : { state, indexes }
    return appendStep(this.id, step)
  }

  /** Resolves once it is written. */
  writeEffect(effect: object): Promise<void> {
    const step: Step = { effect }
    return appendStep(this.id, step)
  }

  /** Unlocks the journal and leaves it as it is. */
  release(): void {
    this.#release?.()
    this.#release = undefined
  }

  /** For a job that has ended: the journals of the last twenty are kept, from which they could be taken back. */
  async end(): Promise<void> {
    await endJournal(this.id)
    this.release()
  }

  /** Deletes the journal of a job that is not resumed. */
  async forget(): Promise<void> {
    await deleteJournal(this.id)
    this.release()
  }
}

/** Content of a journal. */
export type RestoredJob = JournalHeader & {
  readonly id: string
  readonly items: readonly JobItem[]
  /** By index of the item; a missing one waits. */
  readonly outcomes: readonly (Outcome | undefined)[]
  readonly effects: readonly unknown[]
}

/** The header as it is written today; undefined when it is not that of a job. */
function readHeader(header: unknown): JournalHeader | undefined {
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
  if (name === undefined || !operation || startedAt === undefined || !input) return undefined
  const { root, tab } = found
  return { name, version, operation, startedAt, input, root, tab }
}

/** Reads a journal; undefined when it is not that of a job. */
export function readRestoredJob({ id, header, steps }: JournalRecord): RestoredJob | undefined {
  const found = readHeader(header)
  if (!found) return undefined
  const items: JobItem[] = []
  const outcomes: Outcome[] = []
  const effects: unknown[] = []
  for (const step of steps as readonly Step[]) {
    if ('items' in step) items.push(...step.items)
    else if ('effect' in step) effects.push(step.effect)
    else for (const index of step.indexes) outcomes[index] = outcomeOf(step)
  }
  return { ...found, id, items, outcomes, effects }
}

function outcomeOf(step: Extract<Step, { state: unknown }>): Outcome {
  if (step.state === 'failed') return { state: 'failed', error: unpackError(step.error) }
  // A lock may have been released since, so the item is sent again.
  return step.state === 'locked' ? waitingOutcome : { state: step.state }
}
