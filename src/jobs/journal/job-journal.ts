import { signOutCount } from '#src/api/resets.ts'
import { ApiError, type TransportError } from '#src/contract/errors.ts'
import type { ItemOutcome } from '#src/jobs/runner/outcomes.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import type { Operation } from '#src/lib/operation.ts'
import { uuid } from '#src/lib/uuid.ts'
import { lockJournal } from '#src/platform/journal-lock.ts'
import {
  appendJournalStep,
  createJournal,
  deleteJournal,
  endJournal,
  writeJournalToLocalStorage,
} from '#src/platform/operation-journal.ts'

/*
 * The journal of a job, for resuming it after a reload. Steps name items by their index in the list of all items; the
 * last step about an item holds. An item that was sent and has no answer is looked up before it is sent again. Effects
 * are what a job changes besides its items; only the kind of job that wrote them can read them.
 */

/** One without a code is of a request that was not answered, or not as it should be. */
export type JournaledError = {
  code?: number | undefined
  message: string
  detail?: string | undefined
  correlationId?: string | undefined
  reason?: TransportError['reason'] | undefined
  status?: number | undefined
}
export type JournalStep =
  | { items: readonly JobItem[] }
  | { effect: object }
  | { state: Exclude<ItemOutcome['state'], 'failed'>; indexes: readonly number[] }
  | {
      state: 'failed'
      indexes: readonly number[]
      error: JournaledError
      isSkipped?: boolean | undefined
    }

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
  /** Whether the next session of the user is to offer it when it has not ended before a sign-out. */
  readonly survivesSignOut?: boolean | undefined
}
/** Items per step: IndexedDB clones them on the main thread. */
const itemsPerStep = 500

function packError(error: Error): JournaledError {
  const { message, detail, correlationId, reason, status } = error as JournaledError
  const code = error instanceof ApiError ? error.code : undefined
  return { code, message, detail, correlationId, reason, status }
}

const stepsOf = (items: readonly JobItem[]): JournalStep[] => {
  const steps: JournalStep[] = []
  for (let at = 0; at < items.length; at += itemsPerStep)
    steps.push({ items: items.slice(at, at + itemsPerStep) })
  return steps
}

/** What a URI of an item behind a link has before its place: the id of the link, then its password. Errors quote such. */
const passwordInUri = /(\b\w+:\/\/[^/:@\s]*):[^/@\s]*@/g

function withoutPassword(key: string, value: unknown): unknown {
  if (key === 'password') return null
  return typeof value === 'string' ? value.replace(passwordInUri, '$1@') : value
}

/** The browser keeps journals as they are: no password goes into them, whatever an item or a note holds. */
const withoutPasswords = <T>(written: T): T =>
  JSON.parse(JSON.stringify(written, withoutPassword)) as T

/** Each is looked through when it is written: all at once they would keep the page from drawing. */
function* stepsWithoutPasswords(steps: readonly JournalStep[]): Generator<JournalStep> {
  for (const step of steps) yield withoutPasswords(step)
}

type Beginning = {
  readonly user: string
  readonly header: JournalHeader
  readonly steps: JournalStep[]
}

/** The journal of one job while it runs; a lock keeps other tabs from resuming it. */
export class JobJournal {
  readonly id: string
  /** Whether it survives a reload as it is. */
  isLasting = true
  /** What the store did not take is missing, so that what follows would tell something that is not so. */
  #isIncomplete = false
  #release: (() => void) | undefined
  /** Resolves once what it has begun with is written, or cannot be: to which of both. */
  written: Promise<boolean> = Promise.resolve(true)
  /** What it has begun with; undefined when an earlier page began it. */
  #beginning: Beginning | undefined

  private constructor(id: string, release?: () => void) {
    this.id = id
    this.#release = release
  }

  /** `replaced`: it is written in place of this one, which stays where the browser does not take it. */
  static begin(
    user: string,
    header: JournalHeader,
    items: readonly JobItem[],
    notes: readonly unknown[] = [],
    replaced?: JobJournal,
  ): JobJournal {
    const journal = replaced ?? new JobJournal(uuid())
    const effects = notes.map((effect): JournalStep => ({ effect: effect as object }))
    const beginning = { user, header, steps: [...stepsOf(items), ...effects] }
    const signOuts = signOutCount()
    journal.#beginning = beginning
    journal.isLasting = false
    journal.written = journal.written.then(() => journal.#create(beginning, signOuts))
    return journal
  }

  async #create({ user, header, steps }: Beginning, signOuts: number): Promise<boolean> {
    this.#release ??= await lockJournal(this.id)
    // A sign-out meanwhile has deleted the journals that were there.
    if (signOutCount() !== signOuts && !header.survivesSignOut) return false
    const isLasting = await createJournal(
      user,
      this.id,
      withoutPasswords(header),
      stepsWithoutPasswords(steps),
    )
    this.isLasting = isLasting === true
    return isLasting !== undefined
  }

  /**
   * Resolves once it is written, or when that takes longer than a job waits. A journal that misses a step is deleted:
   * nobody could go on with it.
   */
  async #append(step: JournalStep): Promise<void> {
    if (this.#isIncomplete) return
    const isWritten = await appendJournalStep(this.id, withoutPasswords(step), () => {
      this.#isIncomplete = true
      this.isLasting = false
      void deleteJournal(this.id)
    })
    if (isWritten === undefined) this.isLasting = false
  }

  /** Continues the journal of an interrupted job; undefined when another tab has its lock. */
  static async resume(id: string): Promise<JobJournal | undefined> {
    const release = await lockJournal(id)
    return release && new JobJournal(id, release)
  }

  /** For a page that is being closed: keeps what the database does not have, or not yet. */
  keep(): void {
    if (this.isLasting || !this.#beginning) return
    const { user, header, steps } = this.#beginning
    writeJournalToLocalStorage(this.id, user, withoutPasswords(header), [
      ...stepsWithoutPasswords(steps),
    ])
  }

  write(indexes: readonly number[], outcome: ItemOutcome): Promise<void> {
    const { state } = outcome
    if (state !== 'failed') return this.#append({ state, indexes })
    const { error, isSkipped } = outcome
    return this.#append({ state, indexes, error: packError(error), isSkipped })
  }

  writeEffect(effect: object): Promise<void> {
    return this.#append({ effect })
  }

  release(): void {
    void this.written.then(() => {
      this.#release?.()
      this.#release = undefined
    })
  }

  /** For a job that has ended: the journals of the last twenty are kept, from which they could be taken back. */
  async end(): Promise<void> {
    await endJournal(this.id)
    this.release()
  }

  async forget(): Promise<boolean> {
    await this.written
    const isDeleted = await deleteJournal(this.id)
    this.release()
    return isDeleted
  }
}
