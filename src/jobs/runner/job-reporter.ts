import { currentSession } from '#src/api/current-session.ts'
import type { JobContext, JobDefinition, JobOrigin } from '#src/jobs/job-definition.ts'
import { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { dismissJobToast, showToast } from '#src/jobs/messages/toasts.ts'
import { allJobs, findJob, findJobOfJournal, withoutActiveItems } from '#src/jobs/store/job-list.ts'
import { notDoneItems } from '#src/jobs/store/job-results.ts'
import type {
  FailedItem,
  Job,
  JobContribution,
  JobItem,
  JobOperation,
  JobResult,
} from '#src/jobs/store/job.ts'
import { type NewJob, addJob, reportJob, setItemsSkipped, updateJob } from '#src/jobs/store/jobs.ts'
import type { Operation } from '#src/lib/operation.ts'
import { commandKeysOf } from './commands-at-work.ts'
import type { ItemOutcomes } from './outcomes.ts'

const none: ReadonlySet<string> = new Set()

/** What the parts of a runner share. */
export type JobRun<Item extends JobItem, V, State, Note> = {
  readonly definition: JobDefinition<Item, V, State, Note>
  readonly context: JobContext<V, State, Note>
  readonly outcomes: ItemOutcomes<Item>
  /** Ends when `signal` aborts, by default that of Stop. */
  readonly waitForRetry: (error: unknown, attempt: number, signal?: AbortSignal) => Promise<void>
}

/** Tells the store of jobs, and by messages the user, how far a run is and what has become of its items. */
export class JobReporter<Item extends JobItem, V, State, Note> {
  readonly id: number
  /** The job that shows the result: this one, or the one that it continues. */
  readonly shownBy: number
  readonly operation: JobOperation
  /** The user has cancelled while something was being unlocked, and it stays so. */
  isUnlocked = false
  readonly #run: JobRun<Item, V, State, Note>
  readonly #source: JobOrigin
  /** Items that were done when the rest began to wait for a lock the last time. */
  #partlyDone = 0
  /** Failures that the message had when the rest began to wait for a lock the last time. */
  #failuresShown = 0
  #doneBeforeRetry: number | undefined
  /** Items that had failed or were locked at the last progress. */
  #notDoneReported = 0

  constructor(
    run: JobRun<Item, V, State, Note>,
    source: JobOrigin,
    handlers: Pick<NewJob, 'stop' | 'retry' | 'lookUpUnknown' | 'setFailedSkipped'>,
  ) {
    this.#run = run
    this.#source = source
    const { definition, context } = run
    const isUndo = source.isUndo && { isUndo: true }
    this.operation = { ...definition.operation(context.input), ...isUndo }
    this.id = addJob({
      operation: this.operation,
      items: run.outcomes.items,
      commandKeys: () => commandKeysOf(definition, run.outcomes.items, context.input),
      ...handlers,
      createUndo: (parts) =>
        definition
          .undo?.(parts as readonly JobContribution<Item, V, State>[])
          ?.bind(undefined, context.client),
      continuesJob: source.continuesJob,
      undoes: source.undoes,
      journalId: source.resumed?.restored.id,
      startedBefore: source.resumed?.restored.startedAt,
      isShownOnly: source.resumed !== undefined && source.resumed.journal === undefined,
      survivesSignOut: definition.sendOnClose !== undefined,
      joins: source.joins?.id ?? findJobOfJournal(source.resumed?.restored.id)?.id,
    })
    this.shownBy = source.continuesJob ?? this.id
    this.showSkipped()
  }

  /** Begins the journal of the run; undefined for visitors, who have none, and for kinds of jobs without one. */
  beginJournal(notes: readonly unknown[]): JobJournal | undefined {
    const { definition, context, outcomes } = this.#run
    const { journal, sendOnClose } = definition
    const { userId } = currentSession()
    if (!journal || userId === undefined) return undefined
    const header = {
      name: journal.name,
      version: journal.version ?? 1,
      operation: this.operation,
      startedAt: context.startedAt,
      input: { ...context.input, items: [] },
      root: findJob(this.#source.continuesJob)?.journalId,
      survivesSignOut: sendOnClose && true,
    }
    return JobJournal.begin(userId, header, outcomes.items, notes, this.#source.joins?.journal)
  }

  result(): JobResult<Item> {
    const result = this.#run.outcomes.result()
    return {
      ...result,
      ...this.#run.definition.resultDetails?.(this.#run.context, result.done),
      jobId: this.id,
      isUnlocked: this.isUnlocked,
    }
  }

  /** What a question about the locks of these items says of the job. */
  stoppedBy(items: readonly Item[]): Operation {
    const { counts, items: all } = this.#run.outcomes
    const soFar = { done: counts.done, of: all.length }
    return { ...this.operation, name: items[0]?.name ?? '', count: items.length, soFar }
  }

  /** Items that the user leaves locked, or as they are, now or before a reload. */
  showSkipped(): void {
    const { outcomes } = this.#run
    const failed = outcomes.withState('failed').filter((item) => {
      const outcome = outcomes.of(item)
      return outcome.state === 'failed' && outcome.isSkipped
    })
    setItemsSkipped(this.shownBy, [...outcomes.withState('skipped'), ...failed], true)
  }

  showProgress(): void {
    const { done, failed, locked, skipped } = this.#run.outcomes.counts
    updateJob(this.id, { followUpIds: this.#followUpIds() })
    const { lockQuestionId, own } = findJob(this.id) ?? {}
    const later = allJobs().filter(
      ({ continuesJob, own: part }) => continuesJob === this.id && part,
    )
    const notDone = failed + locked + skipped
    // Before it has begun, none of its items is under way.
    if (lockQuestionId === undefined || later.length === 0)
      updateJob(this.id, { done, failed, locked: locked + skipped })
    // Others that continue it may have done what had failed: only the result of all tells.
    else if (!own || notDone !== this.#notDoneReported) this.#report()
    else
      updateJob(this.id, {
        done: later.reduce((sum, { own: part }) => sum + (part?.result.done.length ?? 0), done),
      })
    this.#notDoneReported = notDone
    if (this.#doneBeforeRetry === undefined || done === this.#doneBeforeRetry) return
    this.#doneBeforeRetry = undefined
    if (!this.#run.context.signal.aborted) updateJob(this.id, { state: 'running' })
  }

  /** Locked items are sent again. From the tray that counts as waiting until it gets somewhere. */
  showRetry(isWaiting: boolean): void {
    if (isWaiting) this.#doneBeforeRetry = this.#run.outcomes.counts.done
    else updateJob(this.id, { state: 'running' })
  }

  /** Failures are reported now, because the wait may be long; after another try those that are new. */
  showWaiting(): void {
    updateJob(this.id, { state: 'waiting' })
    const { failed } = this.#run.outcomes.counts
    const isNew = failed > this.#failuresShown
    this.#failuresShown = failed
    if (isNew && this.#source.continuesJob === undefined)
      showToast({ kind: 'job', jobId: this.id, isOpen: true })
  }

  /**
   * Reports the items with an outcome that lasts, so that the user can decide about them while others are locked. Returns
   * the job that shows them.
   */
  showPart(): Job | undefined {
    const { done } = this.#run.outcomes.counts
    if (done > this.#partlyDone) this.#run.definition.onPartlyDone?.(this.#run.context)
    this.#partlyDone = done
    updateJob(this.id, { followUpIds: this.#followUpIds() })
    return this.#report()
  }

  #report(): Job | undefined {
    const result = this.result()
    const activeIds = new Set([...result.locked, ...result.left].map(({ id }) => id))
    return reportJob(this.id, this.#contribution(result), { activeIds })
  }

  #followUpIds(): ReadonlySet<string> {
    const { definition, context, outcomes } = this.#run
    const { isFollowedUp } = definition
    if (!isFollowedUp || outcomes.counts.failed === 0) return none
    const followed = outcomes.result().failed.filter((each) => isFollowedUp(each, context))
    return new Set(followed.map(({ item }) => item.id))
  }

  /** The failed items to follow up, without those that were decided about, or tried again, while the others were locked. */
  undecidedFailures(): FailedItem<Item>[] {
    const followed = this.#followUpIds()
    if (followed.size === 0) return []
    const shown = this.showPart()
    const errors = new Map(shown?.result?.failed.map(({ item, error }) => [item.id, error]))
    const undecided = this.#run.outcomes
      .result()
      .failed.filter(
        ({ item: { id }, error }) =>
          followed.has(id) && errors.get(id) === error && !shown?.skippedIds.has(id),
      )
    const free = new Set(withoutActiveItems(undecided.map(({ item }) => item)))
    return undecided.filter(({ item }) => free.has(item))
  }

  showEnded(result = this.result()): Job | undefined {
    updateJob(this.id, { followUpIds: none })
    return reportJob(this.id, this.#contribution(result), { state: 'ended', activeIds: none })
  }

  /** Returns false after a sign-out, when nothing is reported. `isFollowed`: a job that follows at once reports both. */
  finish(
    result: JobResult<Item>,
    { failure, isFollowed }: { failure: unknown; isFollowed: boolean },
  ): boolean {
    const shownBy = this.showEnded(result)
    if (!shownBy) return false
    dismissJobToast(this.id)
    const { failed, done, staged } = result
    // An item between two folders is to be shown with where it is. Of several the dialog has said that they can be retried.
    const isOneNotDone =
      this.#run.outcomes.items.length === 1 && done.length + failed.length === 0 && !staged?.size
    // Neither a success nor a failure: the user has given it up.
    if (failure instanceof LockCancelledError && isOneNotDone && shownBy.id === this.id) {
      const values = { operation: this.operation, isUnlocked: this.isUnlocked }
      showToast({ kind: 'done', key: 'notDone', values })
    } else if (!isFollowed) {
      const isOpen = shownBy.result && notDoneItems(shownBy.result).length > 0
      showToast({ kind: 'job', jobId: shownBy.id, isOpen })
    }
    return true
  }

  #contribution(result: JobResult): JobContribution {
    const { input, state } = this.#run.context
    return { result, input, state }
  }
}
