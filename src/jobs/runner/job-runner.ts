import type { QueryClient } from '@tanstack/react-query'
import { waitForRetry } from '#src/api/retry-requests.ts'
import { SessionEndedError, TransportError } from '#src/contract/errors.ts'
import { isSigningOut } from '#src/jobs/before-sign-out.ts'
import type { JobOrigin, SendStage, JobDefinition } from '#src/jobs/job-definition.ts'
import type { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { JobNotes } from '#src/jobs/journal/notes.ts'
import { LockConflictResolver } from '#src/jobs/locks/lock-conflict-resolver.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { findJob, jobsProcessing, whenJobs } from '#src/jobs/store/job-list.ts'
import type { Job, JobItem, JobResult } from '#src/jobs/store/job.ts'
import { dropJob, setItemsSkipped, updateJob } from '#src/jobs/store/jobs.ts'
import { ThrottledBuffer } from '#src/lib/concurrency/throttled-buffer.ts'
import { ThrottledCall } from '#src/lib/concurrency/throttled-call.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { setUnloadGuard } from '#src/platform/unload-guard.ts'
import { ChunkSender } from './chunk-sender.ts'
import { JobReporter, type JobRun } from './job-reporter.ts'
import { OutcomeRecorder } from './outcome-recorder.ts'
import { ItemOutcomes, lockConflictsOfOutcome, waitingOutcome } from './outcomes.ts'
import { addUnsentJob, removeUnsentJob, UndoDelay } from './unsent-jobs.ts'

/*
 * Runs a write of many items: sends them in chunks, stage after stage, keeps exactly one outcome per item, and looks up
 * what became of items whose answer was lost before it sends anything again.
 */

/** How often the lists on screen are changed, in ms: each change of a long list is work over all of its rows. */
const showDoneIntervalMs = (count: number): number => (count < 10_000 ? 400 : 1_500)
const progressIntervalMs = 100

type InputOf<Item> = { readonly items: readonly Item[] }
type RunnerOptions = {
  readonly client: QueryClient
  readonly source: JobOrigin
  /** Starts a job over the items with these ids that follows this one. Resolves when that has ended. */
  readonly retry: (ids: ReadonlySet<string>, notes: readonly unknown[]) => ReturnType<Job['retry']>
}

export class JobRunner<Item extends JobItem, V extends InputOf<Item>, State, Note> {
  readonly id: number
  readonly items: readonly Item[]
  readonly #run: JobRun<Item, V, State, Note>
  readonly #source: JobOrigin
  readonly #notes: JobNotes<V, State, Note>
  readonly #stop = new AbortController()
  readonly #recorder: OutcomeRecorder<Item, V, State, Note>
  readonly #doneItems: ThrottledBuffer<Item>
  readonly #progress = new ThrottledCall(progressIntervalMs, () => this.#showProgress())
  readonly report: JobReporter<Item, V, State, Note>
  /** What a job that follows it at once is to be started with. */
  followUp: V | undefined
  delayed: UndoDelay | undefined
  readonly #sender: ChunkSender<Item, V, State, Note>

  constructor(
    definition: JobDefinition<Item, V, State, Note>,
    input: V,
    { client, source, retry }: RunnerOptions,
  ) {
    const { resumed } = source
    this.#source = source
    this.items = input.items
    this.#notes = new JobNotes(
      definition.state,
      input,
      resumed?.restored.effects ?? source.notes,
      async (note) => this.journal?.writeEffect(note),
    )
    const context = {
      input,
      state: this.#notes.state,
      note: (note: Note) => this.#notes.add(note),
      client,
      signal: this.#stop.signal,
      startedAt: resumed?.restored.startedAt ?? serviceNow(),
    }
    this.#run = {
      definition,
      context,
      outcomes: new ItemOutcomes(input.items, resumed?.restored.outcomes),
      waitForRetry: (...failed) => this.#waitForRetry(...failed),
    }
    this.#doneItems = new ThrottledBuffer(showDoneIntervalMs(input.items.length), (done) =>
      definition.patch?.(done, context),
    )
    this.#recorder = new OutcomeRecorder(this.#run, (done) => this.#doneItems.add(done))
    this.#recorder.journal = resumed?.journal
    // Time has passed since the rows of the items were read.
    const urisMayBeStale = source.continuesJob !== undefined || source.isUndo === true || !!resumed
    this.#sender = new ChunkSender(this.#run, this.#recorder, urisMayBeStale)
    this.report = new JobReporter(this.#run, source, {
      stop: () => this.#stop.abort(new DOMException('stopped', 'AbortError')),
      retry: (some) => retry(new Set(some.map(({ id }) => id)), this.#notes.all),
      setFailedSkipped: (ids, isSkipped) => this.#recorder.recordFailedSkipped(ids, isSkipped),
      lookUpUnknown: async (ids) => {
        if (this.#run.outcomes.unknownAmong(ids).length === 0) return
        await this.#recorder.lookUpUnknown(ids)
        this.#doneItems.flush()
        if (findJob(this.id)?.state === 'ended') this.report.showEnded()
        else this.report.showPart()
        if (this.#run.outcomes.unknownAmong(ids).length > 0) throw new TransportError('network')
      },
    })
    this.id = this.report.id
    if (definition.sendOnClose) addUnsentJob(this)
  }

  /**
   * Waits a few seconds, in which the user can take it back. Resolves to whether it is to be sent, and not when a job that
   * includes it has taken its place.
   */
  async delay(): Promise<boolean> {
    void this.#openJournal()
    this.delayed = new UndoDelay(this.id, this.#source.joins?.delayed)
    const end = await this.delayed.ended
    if (end === 'undo') {
      removeUnsentJob(this.id)
      await this.#settle()
      dropJob(this.id)
      await this.journal?.forget()
    }
    return end === 'send'
  }

  get journal(): JobJournal | undefined {
    return this.#recorder.journal
  }

  sendOnClose(): void {
    this.journal?.keep()
    // What the user has stopped is not sent.
    const { definition, outcomes, context } = this.#run
    if (!this.#stop.signal.aborted) definition.sendOnClose?.(outcomes.result().left, context)
  }

  /** The user has signed out: the next session goes on with the journal. */
  leave(): void {
    this.delayed?.end('leave')
    this.journal?.keep()
    this.journal?.release()
  }

  /** Resolves with what became of each item. Rejects only when the session ends. */
  async run(): Promise<JobResult<Item>> {
    const { items } = this
    const { isUndo, undoes, resumed } = this.#source
    const { waitsForOthers, sendOnClose, hasManySteps } = this.#run.definition
    // It is not to fail a job that has begun with one of its items; an undo, or a resumed job, cannot leave that out.
    const mustWait = () =>
      (waitsForOthers || isUndo || resumed) && jobsProcessing(this.#run.outcomes.open()).length > 0
    if (!undoes && (waitsForOthers || mustWait()))
      showToast({ kind: 'job', jobId: this.id, isOpen: true })
    const resolver = new LockConflictResolver(this.report.operation, {
      canSkip: items.length > 1,
      stop: this.#stop.signal,
      failed: () => this.#run.outcomes.withState('failed'),
      onWait: () => this.report.showWaiting(),
    })
    let failure: unknown
    let result: JobResult<Item> | undefined
    setUnloadGuard(this, true)
    try {
      while (mustWait() && !this.#stop.signal.aborted) await this.#waitForOtherJobs()
      const activeIds = new Set(items.map(({ id }) => id))
      updateJob(this.id, { activeIds, lockQuestionId: resolver.questionId })
      // What continues a job that can be resumed tells what became of items that the other says have failed.
      const isPart = findJob(this.#source.continuesJob)?.journalId !== undefined
      if (items.length > 1 || isPart || sendOnClose || hasManySteps?.(this.#run.context.input))
        await this.#openJournal()
      // A lock from before a reload may have been released since.
      this.#run.outcomes.set(this.#run.outcomes.withState('locked'), waitingOutcome)
      this.#showProgress()
      await this.#recorder.verifyAfterReload()
      this.#showProgress()
      await this.#sendUntilUnlocked(resolver)
    } catch (error) {
      failure = error
      if (!(error instanceof LockCancelledError)) throw error
      this.report.isUnlocked = error.isUnlocked
      if (error.isUnlocked)
        void this.#recorder.record(this.#run.outcomes.withState('locked'), waitingOutcome)
    } finally {
      removeUnsentJob(this.id)
      this.#progress.cancel()
      // The toast of the job reports what succeeded, so the resolver shows none of its own.
      resolver.close(false)
      this.#doneItems.flush()
      if (failure instanceof SessionEndedError) {
        dropJob(this.id)
        this.journal?.release()
      } else {
        // It does not wait for a lock any more, whatever follows.
        if (!this.#stop.signal.aborted) updateJob(this.id, { state: 'running' })
        await this.#settle()
        await this.#decideFollowUp()
        result = this.#finish(failure)
      }
      setUnloadGuard(this, false)
    }
    return result ?? this.report.result()
  }

  /** Others may have begun by then. */
  async #waitForOtherJobs(): Promise<void> {
    const { signal } = this.#stop
    updateJob(this.id, { state: 'waiting' })
    // The wait may be long, so that it is offered again after a reload.
    await this.#openJournal()
    this.#showProgress()
    await whenJobs(() => jobsProcessing(this.#run.outcomes.open()).length === 0, signal)
    if (!signal.aborted) updateJob(this.id, { state: 'running' })
  }

  async #settle(): Promise<void> {
    const { onSettled } = this.#run.definition
    const settling = onSettled?.(this.#run.outcomes.result(), this.#run.context)
    await Promise.resolve(settling).catch(() => undefined)
  }

  /** What cannot be decided about stays in the result, and all of it when Stop or Undo is pressed meanwhile. */
  async #decideFollowUp(): Promise<void> {
    const { followUp } = this.#run.definition
    if (!followUp || this.#stop.signal.aborted) return
    const undecided = this.report.undecidedFailures()
    if (undecided.length === 0) return
    const found = await followUp(undecided, this.#run.context).catch(() => undefined)
    if (this.#stop.signal.aborted) return
    setItemsSkipped(this.report.shownBy, found?.skipped ?? [], true)
    this.followUp = found?.input
  }

  async #openJournal(): Promise<void> {
    this.#recorder.journal ??= this.report.beginJournal(this.#notes.all)
    updateJob(this.id, { journalId: this.journal?.id })
    await this.journal?.written
  }

  /** Sends everything, then asks once about all items that turned out to be locked and sends those again. */
  async #sendUntilUnlocked(resolver: LockConflictResolver): Promise<void> {
    for (let items = this.#run.outcomes.withState('waiting'); ;) {
      for (const stage of this.#run.definition.stages?.(items, this.#run.context) ?? [{ items }])
        if (!this.#stop.signal.aborted) await this.#sendStage(stage)
      items = this.#run.outcomes.withState('locked')
      if (items.length === 0) resolver.setFree()
      if (items.length === 0 || this.#stop.signal.aborted) return
      this.#doneItems.flush()
      this.report.showPart()
      if (!resolver.isWaiting) updateJob(this.id, { state: 'asking' })
      // A wait may be long, so that even one of a single item is offered again after a reload.
      await this.#openJournal()
      const locks = items.flatMap((item) =>
        lockConflictsOfOutcome(item, this.#run.outcomes.of(item)),
      )
      const decision = await resolver.resolveConflict(locks, this.report.stoppedBy(items))
      if (decision === 'skip') {
        this.#recorder.recordSkipped(items)
        this.report.showSkipped()
      }
      if (decision === 'skip' || this.#stop.signal.aborted) return
      void this.#recorder.record(items, waitingOutcome)
      this.#sender.markUrisStale()
      this.report.showRetry(resolver.isWaiting)
    }
  }

  async #sendStage(stage: SendStage<Item>) {
    this.#recorder.recordLockedBelow(stage.items)
    await this.#sender.sendStage(stage, () => this.#progress.request())
    await this.#recorder.verifyRefused()
    this.#progress.cancel()
    this.#showProgress()
  }

  #showProgress(): void {
    // What survives a reload can be resumed, so closing the page loses nothing.
    setUnloadGuard(this, !this.journal?.isLasting)
    this.report.showProgress()
  }

  async #waitForRetry(error: unknown, attempt: number, signal = this.#stop.signal): Promise<void> {
    this.#progress.flush()
    // Items of which nobody can tell may be looked up while it waits for the lock of others, or after it has ended.
    if (findJob(this.id)?.state === 'running') updateJob(this.id, { state: 'paused' })
    await waitForRetry(error, attempt, signal)
    if (findJob(this.id)?.state === 'paused') updateJob(this.id, { state: 'running' })
  }

  #finish(failure: unknown): JobResult<Item> {
    const result = this.report.result()
    const isAllDone = result.done.length === this.items.length
    // After a sign-out the journals of that user are deleted elsewhere, or left for the next session.
    const isLeft = this.#run.definition.sendOnClose && isSigningOut() && !isAllDone
    const isShown = this.report.finish(result, { failure, isFollowed: this.followUp !== undefined })
    if (!isShown || isLeft) this.journal?.release()
    else void this.journal?.end()
    return result
  }
}
