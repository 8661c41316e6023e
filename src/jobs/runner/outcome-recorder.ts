import { isRefusal } from '#src/api/transient-errors.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode, LockConflictError } from '#src/contract/errors.ts'
import type { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { forgetLocksOfItems } from '#src/jobs/locks/locked-items.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { groupBy } from '#src/lib/group-by.ts'
import { foldersAbove, itemsByLockConflict, matchFailures } from './failures.ts'
import type { JobRun } from './job-reporter.ts'
import { OutcomeLookup } from './outcome-lookup.ts'
import { type ItemOutcome, waitingOutcome } from './outcomes.ts'

/**
 * Turns answers and refusals into outcomes, and writes every change to the journal. Looks up what became of items
 * whose answer was lost, or whose refusal may mean that they were processed.
 */
export class OutcomeRecorder<Item extends JobItem, V, State, Note> {
  journal: JobJournal | undefined
  readonly #run: JobRun<Item, V, State, Note>
  readonly #onDone: (items: readonly Item[]) => void
  /** Items whose refusal may mean that they were processed before; they count as sent until they are looked up. */
  readonly #needsVerification = new Map<Item, ApiError>()
  readonly #lookup: OutcomeLookup<Item, V, State, Note>

  /** `onDone` is called for items that the service has confirmed, where lists are to show that. */
  constructor(run: JobRun<Item, V, State, Note>, onDone: (items: readonly Item[]) => void) {
    this.#run = run
    this.#onDone = onDone
    this.#lookup = new OutcomeLookup(run)
  }

  /**
   * Returns the items that were not processed; they wait again. Those of which nobody can tell have failed with the reason
   * for that, and so have those that are gone when nothing is sent again after Stop.
   */
  async verifyUnanswered(items: readonly Item[]): Promise<Item[]> {
    this.#lookup.noteUnanswered(items)
    const others = await this.#findNotDone(items)
    await this.record(others, waitingOutcome)
    return others
  }

  async #findNotDone(
    items: readonly Item[],
    lookup?: OutcomeLookup<Item, V, State, Note>,
  ): Promise<Item[]> {
    const { gone, stale, notDone } = await this.#verify(items, lookup)
    if (this.#run.context.signal.aborted) {
      const error = new ApiError({ code: ErrorCode.notFound })
      await this.record(gone.splice(0), { state: 'failed', error })
    }
    return [...gone, ...stale, ...notDone]
  }

  /**
   * Looks up those of these items of which nobody could tell whether they are done. What is not has failed: the job may be
   * running still, and must not send it itself.
   */
  async lookUpUnknown(ids: ReadonlySet<string>): Promise<void> {
    const unknown = this.#run.outcomes.unknownAmong(ids)
    const earlier = new Map(unknown.map((item) => [item, this.#run.outcomes.of(item)]))
    const notDone = await this.#findNotDone(unknown, this.#lookup.withTimeLimit())
    for (const [outcome, some] of groupBy(notDone, (item) => earlier.get(item)))
      if (outcome?.state === 'failed')
        await this.record(some, { state: 'failed', error: outcome.error })
  }

  /** After a reload: looks up what was under way, and what was refused, since another job may have processed it. */
  async verifyAfterReload(): Promise<void> {
    const { outcomes, definition } = this.#run
    await this.verifyUnanswered(outcomes.withState('sent'))
    for (const item of outcomes.withState('failed')) {
      const outcome = outcomes.of(item)
      if (outcome.state !== 'failed' || outcome.isSkipped) continue
      const { error } = outcome
      if (error instanceof ApiError && definition.mayAlreadyBeDone?.(error))
        this.#needsVerification.set(item, error)
    }
    await this.verifyRefused()
  }

  /** Looks up the refused items that may have been processed before: they were, or are gone, or the refusal stands. */
  async verifyRefused(): Promise<void> {
    const refusals = new Map(this.#needsVerification)
    this.#needsVerification.clear()
    if (refusals.size === 0) return
    const found = await this.#verify([...refusals.keys()])
    for (const item of [...found.done, ...found.unknown.keys()]) refusals.delete(item)
    for (const item of found.gone) {
      const { message, correlationId } = refusals.get(item) ?? {}
      refusals.set(item, new ApiError({ code: ErrorCode.notFound, message, correlationId }))
    }
    for (const item of found.stale) refusals.set(item, new ApiError({ code: ErrorCode.staleUri }))
    // They, or the folder that they were to go to, may be elsewhere. Of others that is known already.
    const refused = found.notDone.filter(
      (item) => !hasErrorCode(refusals.get(item), ErrorCode.staleUri),
    )
    const stale = refused.length > 0 ? await this.#lookUpStaleUris(refused) : undefined
    for (const item of refused) {
      const reason = stale?.get(item.id)
      if (reason instanceof ApiError) refusals.set(item, reason)
    }
    this.#recordFailed(refusals)
  }

  /**
   * Looks up all items that wait. Those that are not to be sent wait no more: those whose URIs lead elsewhere may have been
   * processed before, which is looked up at the end of the stage.
   */
  async findStaleUris(): Promise<void> {
    const unsent = this.#run.outcomes.withState('waiting')
    if (unsent.length === 0) return
    const found = await this.#lookUpStaleUris(unsent)
    for (const [error, some] of groupBy(unsent, ({ id }) => found?.get(id))) {
      if (!error) continue
      const isElsewhere = hasErrorCode(error, ErrorCode.staleUri, ErrorCode.targetFolderReplaced)
      if (isElsewhere) for (const item of some) this.#needsVerification.set(item, error)
      await this.record(some, isElsewhere ? { state: 'sent' } : { state: 'failed', error })
    }
  }

  /** Returns those of these items that are still to be sent. The others have failed with the reason. */
  async withoutUnwanted(items: readonly Item[]): Promise<readonly Item[]> {
    const { definition, context } = this.#run
    const reasons = await this.#lookup.untilAnswered(() =>
      definition.findUnwanted?.(items, context),
    )
    if (!reasons) return items
    for (const [error, some] of groupBy(items, ({ id }) => reasons.get(id)))
      if (error) void this.record(some, { state: 'failed', error })
    return items.filter(({ id }) => !reasons.has(id))
  }

  #lookUpStaleUris(items: readonly Item[]) {
    const { definition, context } = this.#run
    return this.#lookup.untilAnswered(() => definition.findStaleUris?.(items, context))
  }

  async recordFailures(items: readonly Item[], failures: ReadonlyMap<string, ApiError>) {
    const { failed, unmatched } = matchFailures(items, failures)
    const others = items.filter((item) => !failed.has(item))
    // The failure of an item that was not in the request leaves it open what became of the others.
    if (unmatched)
      for (const item of await this.verifyUnanswered(others)) failed.set(item, unmatched)
    else void this.record(others, { state: 'done' })
    this.recordRefusals(failed)
  }

  recordRefusals(refusals: ReadonlyMap<Item, ApiError>): void {
    const failed = new Map<Item, ApiError>()
    for (const [item, error] of refusals) {
      if (error instanceof LockConflictError) void this.record([item], { state: 'locked', error })
      else if (!isRefusal(error) || this.#run.definition.mayAlreadyBeDone?.(error))
        this.#needsVerification.set(item, error)
      else failed.set(item, error)
    }
    this.#recordFailed(failed)
  }

  #recordFailed(failures: ReadonlyMap<Item, ApiError>): void {
    // Equal errors are one entry in the journal.
    const groups = groupBy(failures, ([, { code, message, detail, correlationId }]) =>
      [code, message, detail, correlationId].join('\n'),
    )
    for (const some of groups.values()) {
      const items = some.map(([item]) => item)
      const error = some[0]?.[1]
      if (error) void this.record(items, { state: 'failed', error })
    }
  }

  /**
   * Records a conflict of the whole chunk: marks its items as locked, and returns the others to be sent again; one by one
   * when it is unclear which are locked.
   */
  recordConflict(items: readonly Item[], error: LockConflictError): (readonly Item[])[] {
    const { affectedUris } = this.#run.definition
    const urisOf = (item: Item) => [item.uri, ...(affectedUris?.(item, this.#run.context) ?? [])]
    const groups = itemsByLockConflict(items, error, urisOf)
    if (groups.size === 0) return items.map((item) => [item])
    for (const [own, some] of groups) void this.record(some, { state: 'locked', error: own })
    const locked = new Set([...groups.values()].flat())
    const rest = items.filter((item) => !locked.has(item))
    return rest.length > 0 ? [rest] : []
  }

  /** What goes into a folder that is locked can only follow that: it counts as locked as well. */
  recordLockedBelow(items: readonly Item[]): void {
    const { outcomes, context, definition } = this.#run
    const urisOf = (item: Item) => definition.affectedUris?.(item, context) ?? []
    const locked = new Map(
      outcomes
        .withState('locked')
        .flatMap((item) => urisOf(item).map((uri) => [uri, outcomes.of(item)] as const)),
    )
    if (locked.size === 0) return
    for (const item of items.filter((each) => outcomes.of(each).state === 'waiting')) {
      const [above] = urisOf(item)
        .flatMap(foldersAbove)
        .flatMap((each) => locked.get(each) ?? [])
      if (above) void this.record([item], above)
    }
  }

  recordSkipped(locked: readonly Item[]): void {
    for (const [outcome, some] of groupBy(locked, (item) => this.#run.outcomes.of(item)))
      if (outcome.state === 'locked') void this.record(some, { ...outcome, state: 'skipped' })
  }

  /** The user leaves those of these items as they are that failed, or does not any more. */
  recordFailedSkipped(ids: ReadonlySet<string>, isSkipped: boolean): void {
    const failed = this.#run.outcomes.withState('failed').filter(({ id }) => ids.has(id))
    for (const [outcome, some] of groupBy(failed, (item) => this.#run.outcomes.of(item)))
      if (outcome.state === 'failed' && !outcome.isSkipped === isSkipped)
        void this.record(some, { ...outcome, isSkipped })
  }

  /** Records an outcome at once. Resolves when the journal has it too. */
  async record(items: readonly Item[], outcome: ItemOutcome): Promise<void> {
    if (items.length === 0) return
    const indexes = this.#run.outcomes.set(items, outcome)
    if (outcome.state === 'done') {
      forgetLocksOfItems(items)
      if (this.#run.definition.patch) this.#onDone(items)
    }
    await this.journal?.write(indexes, outcome)
  }

  /** Groups the items by what the service returns for them, and records those that are done. */
  async #verify(items: readonly Item[], lookup = this.#lookup) {
    const found = await lookup.find(items)
    void this.record(found.done, { state: 'done' })
    // In the journal they stay as sent: they are looked up again when the page is closed before the job has ended.
    for (const [item, error] of found.unknown)
      this.#run.outcomes.set([item], { state: 'failed', error, isUnknown: true })
    return found
  }
}
