import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, LockConflictError } from '#src/contract/errors.ts'
import type { JobContext, JobDefinitionWithoutPlan } from '#src/jobs/job-definition.ts'
import type { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { forgetLocksOfItems } from '#src/jobs/locks/locked-items.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { conflictingItems, groupByError, matchFailures, toNotFoundError } from './failures.ts'
import { ItemVerifier, type WaitForRetry } from './item-verifier.ts'
import { type ItemOutcome, type ItemOutcomes, waitingOutcome } from './outcomes.ts'

/** Lookups at the same time. */
export const maxLookupsInFlight = 2

/** Turns answers, refusals and lookups into outcomes, and writes every change to the journal. */
export class OutcomeRecorder<Item extends JobItem, V, State, Note> {
  /** The journal, set once it is open. */
  journal: JobJournal | undefined
  readonly #definition: JobDefinitionWithoutPlan<Item, V, State, Note>
  readonly #context: JobContext<V, State, Note>
  readonly #outcomes: ItemOutcomes<Item>
  readonly #verifier: ItemVerifier<Item, V, State, Note>
  readonly #onDone: (items: readonly Item[]) => void
  /** Items whose refusal may mean that they were processed before; they count as sent until they are looked up. */
  readonly #needsVerification = new Map<Item, ApiError>()

  /** `onDone` is called for items that the service has confirmed, where lists are to show that. */
  constructor(
    definition: JobDefinitionWithoutPlan<Item, V, State, Note>,
    context: JobContext<V, State, Note>,
    outcomes: ItemOutcomes<Item>,
    waitForRetry: WaitForRetry,
    onDone: (items: readonly Item[]) => void,
  ) {
    this.#definition = definition
    this.#context = context
    this.#outcomes = outcomes
    this.#verifier = new ItemVerifier(definition, context, waitForRetry)
    this.#onDone = onDone
  }

  /**
   * Returns the items that were not processed; they wait again. Those of which nobody can tell have failed with the reason
   * for that, and so have those that are gone when nothing is sent again after `stop`.
   */
  async verifyUnanswered(
    items: readonly Item[],
    { limit = 1, stop }: { limit?: number; stop?: AbortSignal } = {},
  ): Promise<Item[]> {
    const { done, gone, notDone, unknown } = await this.#verifier.verify(items, limit)
    if (stop?.aborted) {
      const error = new ApiError({ code: ErrorCode.notFound })
      await this.record(gone.splice(0), { state: 'failed', error })
    }
    void this.record(done, { state: 'done' })
    this.#setUnknown(unknown)
    const others = [...gone, ...notDone]
    await this.record(others, waitingOutcome)
    return others
  }

  /** In the journal they stay as sent: they are looked up again when the page is closed before the job has ended. */
  #setUnknown(unknown: ReadonlyMap<Item, Error>): void {
    for (const [item, error] of unknown)
      this.#outcomes.set([item], { state: 'failed', error, isUnknown: true })
  }

  /** Looks up the refused items that may have been processed before: they were, or are gone, or the refusal stands. */
  async verifyRefused(): Promise<void> {
    const refusals = new Map(this.#needsVerification)
    this.#needsVerification.clear()
    if (refusals.size === 0) return
    const found = await this.#verifier.verify([...refusals.keys()], maxLookupsInFlight)
    const { done, gone, unknown } = found
    void this.record(done, { state: 'done' })
    this.#setUnknown(unknown)
    for (const item of [...done, ...unknown.keys()]) refusals.delete(item)
    for (const item of gone) {
      const refusal = refusals.get(item)
      if (refusal) refusals.set(item, toNotFoundError(refusal))
    }
    this.#recordFailed(refusals)
  }

  /**
   * Looks up these items and all that wait, and returns those that are not to be sent, since their URIs or that of the
   * target folder lead elsewhere. They may have been processed before, which is looked up at the end of the stage. Those
   * of which the service refuses to tell have failed.
   */
  async findStaleUris(items: readonly Item[]): Promise<ReadonlySet<Item>> {
    const unsent = [...new Set([...items, ...this.#outcomes.withState('waiting')])]
    if (unsent.length === 0) return new Set()
    const replaced = await this.#verifier.findReplacedTargets(unsent)
    if (replaced instanceof Error) {
      await this.record(unsent, { state: 'failed', error: replaced })
      return new Set(unsent)
    }
    const others = unsent.filter(({ id }) => !replaced.has(id))
    const found = await this.#verifier.findStaleUris(others)
    const stale = unsent.filter(({ id }) => replaced.has(id) || found.stale.has(id))
    for (const item of stale) {
      const code = replaced.has(item.id) ? ErrorCode.targetReplaced : ErrorCode.staleUri
      this.#needsVerification.set(item, new ApiError({ code }))
    }
    await this.record(stale, { state: 'sent' })
    const refused = others.filter(({ id }) => found.refused.has(id))
    for (const error of new Set(found.refused.values())) {
      const some = refused.filter(({ id }) => found.refused.get(id) === error)
      await this.record(some, { state: 'failed', error })
    }
    return new Set([...stale, ...refused])
  }

  /** Records a chunk of which the service names the items that failed. */
  async recordFailures(items: readonly Item[], failures: ReadonlyMap<string, ApiError>) {
    const { failed, unmatched } = matchFailures(items, failures)
    const others = items.filter((item) => !failed.has(item))
    // The failure of an item that was not in the request leaves it open what became of the others.
    if (unmatched)
      for (const item of await this.verifyUnanswered(others)) failed.set(item, unmatched)
    else void this.record(others, { state: 'done' })
    this.recordRefusals(failed)
  }

  /** Records items that were refused, each with its own error. */
  recordRefusals(refusals: ReadonlyMap<Item, ApiError>): void {
    const failed = new Map<Item, ApiError>()
    for (const [item, error] of refusals) {
      if (error instanceof LockConflictError) void this.record([item], { state: 'locked', error })
      else if (this.#definition.mayAlreadyBeDone?.(error)) this.#needsVerification.set(item, error)
      else failed.set(item, error)
    }
    this.#recordFailed(failed)
  }

  #recordFailed(failures: ReadonlyMap<Item, ApiError>): void {
    for (const { error, items } of groupByError(failures)) {
      void this.record(items, { state: 'failed', error })
    }
  }

  /**
   * Records a conflict of the whole chunk: marks its items as locked, and returns the others to be sent again; one by one
   * when it is unclear which are locked.
   */
  recordConflict(items: readonly Item[], error: LockConflictError): (readonly Item[])[] {
    const { targetOf, affectedUris } = this.#definition
    const urisOf = (item: Item) => [item.uri, ...(affectedUris?.(item, this.#context) ?? [])]
    const locked = conflictingItems(items, error, targetOf, urisOf)
    if (locked.length === 0) return items.map((item) => [item])
    void this.record(locked, { state: 'locked', error })
    const rest = items.filter((item) => !locked.includes(item))
    return rest.length > 0 ? [rest] : []
  }

  /** Records an outcome at once. Resolves when the journal has it too. */
  async record(items: readonly Item[], outcome: ItemOutcome): Promise<void> {
    if (items.length === 0) return
    const indexes = this.#outcomes.set(items, outcome)
    if (outcome.state === 'done') {
      forgetLocksOfItems(items.map(({ uri }) => uri))
      if (this.#definition.patch) this.#onDone(items)
    }
    await this.journal?.write(indexes, outcome)
  }
}
