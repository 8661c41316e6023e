import type { QueryClient } from '@tanstack/react-query'
import { waitForRetry } from '#src/api/retry-requests.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import type {
  JobContext,
  JobSource,
  JobStage,
  PlannedDefinition,
} from '#src/jobs/job-definition.ts'
import { Notes } from '#src/jobs/journal/notes.ts'
import { LockConflictResolver } from '#src/jobs/locks/lock-conflict-resolver.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { dismissJobToast, showToast } from '#src/jobs/messages/toasts.ts'
import type { JobContribution, JobItem, JobPart, JobResult } from '#src/jobs/store/job.ts'
import {
  dropJob,
  finishJob,
  reportJob,
  addJob,
  undoOf,
  setSkipped,
  updateJob,
} from '#src/jobs/store/jobs.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { ThrottledBuffer } from '#src/lib/concurrency/throttled-buffer.ts'
import { ThrottledCall } from '#src/lib/concurrency/throttled-call.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { setUnloadGuard } from '#src/platform/unload-guard.ts'
import { ChunkQueue } from './chunk-queue.ts'
import { ChunkSender } from './chunk-sender.ts'
import {
  beginJournal,
  lookupsOf,
  maxBatchSizeOf,
  operationOf,
  recordingRulesOf,
} from './definition-in-context.ts'
import { ItemVerifier } from './item-verifier.ts'
import { maxLookupsInFlight, OutcomeRecorder } from './outcome-recorder.ts'
import { locksOn, Outcomes, waitingOutcome } from './outcomes.ts'

/*
 * Runs a write of many items: sends them in chunks, stage after stage, keeps exactly one outcome per item, and looks up
 * what became of items whose answer was lost before it sends anything again.
 */

/** How often the lists on screen are changed, in ms: each change of a long list is work over all of its rows. */
const showDoneIntervalMs = (count: number): number => (count < 10_000 ? 400 : 1_500)
const progressIntervalMs = 100

type RunnerOptions = {
  readonly client: QueryClient
  readonly source: JobSource
  /** Starts a job over the items with these ids that follows this one. */
  readonly retry: (ids: ReadonlySet<string>, notes: readonly unknown[]) => void
}

export class JobRunner<Item extends JobItem, V, State, Note> {
  readonly id: number
  readonly #definition: PlannedDefinition<Item, V, State, Note>
  readonly #source: JobSource
  readonly #notes: Notes<V, State, Note>
  readonly #context: JobContext<V, State, Note>
  readonly #stop = new AbortController()
  readonly #outcomes: Outcomes<Item>
  readonly #recorder: OutcomeRecorder<Item>
  readonly #doneItems: ThrottledBuffer<Item>
  readonly #progress = new ThrottledCall(progressIntervalMs, () => this.#reportProgress())
  /** Items that were done when the rest began to wait for a lock the last time. */
  #partlyDone = 0
  #doneBeforeRetry: number | undefined
  #finalResult: JobResult<Item> | undefined
  readonly #sender: ChunkSender<Item>

  constructor(
    definition: PlannedDefinition<Item, V, State, Note>,
    input: V,
    items: readonly Item[],
    { client, source, retry }: RunnerOptions,
  ) {
    const { resumed } = source
    this.#definition = definition
    this.#source = source
    this.#outcomes = new Outcomes(items, resumed?.restored.outcomes)
    this.#notes = new Notes(
      definition.state,
      input,
      resumed?.restored.effects ?? source.notes,
      async (note) => this.#recorder.journal?.writeEffect(note),
    )
    this.#context = {
      input,
      state: this.#notes.state,
      note: (note) => this.#notes.add(note),
      client,
      signal: this.#stop.signal,
      startedAt: resumed?.restored.startedAt ?? serviceNow(),
    }
    this.#doneItems = new ThrottledBuffer(showDoneIntervalMs(items.length), (done) =>
      definition.patch?.(done, this.#context),
    )
    this.#recorder = new OutcomeRecorder(
      this.#outcomes,
      new ItemVerifier(
        lookupsOf(definition, this.#context),
        (error, attempt) => this.#waitForRetry(error, attempt),
        this.#stop.signal,
      ),
      recordingRulesOf(definition, this.#context, (done) => this.#doneItems.add(done)),
    )
    this.#recorder.journal = resumed?.journal
    this.#sender = new ChunkSender(definition.createSender(this.#context), this.#recorder, {
      maxBatchSize: maxBatchSizeOf(client),
      shouldBisect: definition.shouldBisect,
      waitForRetry: (error, attempt) => this.#waitForRetry(error, attempt),
      stop: this.#stop.signal,
      // Time has passed since the rows of the items were read.
      urisMayBeStale:
        source.continuesJob !== undefined || source.isUndo === true || resumed !== undefined,
    })
    this.id = addJob({
      operation: this.#operation(),
      items,
      stop: () => this.#stop.abort(new DOMException('stopped', 'AbortError')),
      retry: (some) => retry(new Set(some.map(({ id }) => id)), this.#notes.all),
      undoOf: (parts) => undoOf(client, definition.undo?.(parts as JobPart<Item, V, State>[])),
      continuesJob: source.continuesJob,
      undoes: source.undoes,
    })
    if (definition.isShownWhileRunning && !source.undoes) showToast({ kind: 'job', jobId: this.id })
  }

  /** Resolves with what became of each item. Rejects only when the session ends. */
  async run(): Promise<JobResult<Item>> {
    const resolver = new LockConflictResolver(this.#operation(), {
      canSkip: this.#outcomes.items.length > 1,
      stop: this.#stop.signal,
      onWait: () => this.#showWaiting(),
    })
    updateJob(this.id, { lockQuestionId: resolver.questionId })
    let isSignedOut = false
    let isCancelled = false
    setUnloadGuard(this, true)
    try {
      const hasManySteps = this.#definition.hasManySteps?.(this.#context.input)
      if (this.#outcomes.items.length > 1 || hasManySteps) await this.#openJournal()
      // A job whose journal survives a reload can be resumed, so closing the page loses nothing.
      setUnloadGuard(this, !this.#recorder.journal?.isLasting)
      const unanswered = this.#outcomes.withState('sent')
      if (unanswered.length > 0)
        await this.#recorder.verifyUnanswered(unanswered, { limit: maxLookupsInFlight })
      this.#reportProgress()
      await this.#sendUntilUnlocked(resolver)
    } catch (error) {
      isSignedOut = error instanceof SessionEndedError
      isCancelled = error instanceof LockCancelledError
      if (!isCancelled) throw error
    } finally {
      setUnloadGuard(this, false)
      this.#progress.cancel()
      // The toast of the job reports what succeeded, so the resolver shows none of its own.
      resolver.close(false)
      this.#doneItems.flush()
      // The journals of whoever has signed out are deleted elsewhere.
      if (isSignedOut) {
        dropJob(this.id)
        this.#recorder.journal?.release()
      } else {
        const { onSettled } = this.#definition
        await Promise.resolve(onSettled?.(this.#result(), this.#context)).catch(() => undefined)
        this.#finish(isCancelled)
      }
    }
    return this.#finalResult ?? this.#result()
  }

  #operation() {
    return operationOf(this.#definition, this.#context, this.#source, this.#outcomes.items.length)
  }

  async #openJournal(): Promise<void> {
    this.#recorder.journal ??= await beginJournal(this.#definition, this.#context, {
      operation: this.#operation(),
      items: this.#outcomes.items,
      notes: this.#notes.all,
      continuesJob: this.#source.continuesJob,
    })
    updateJob(this.id, { journalId: this.#recorder.journal?.id })
  }

  /** Sends everything, then asks once about all items that turned out to be locked and sends those again. */
  async #sendUntilUnlocked(resolver: LockConflictResolver): Promise<void> {
    for (let items = this.#outcomes.withState('waiting'); ;) {
      for (const stage of this.#definition.stages?.(items, this.#context) ?? [{ items }])
        if (!this.#stop.signal.aborted) await this.#sendStage(stage)
      items = this.#outcomes.withState('locked')
      const [first] = items
      if (!first) resolver.setFree()
      if (!first || this.#stop.signal.aborted) return
      this.#doneItems.flush()
      this.#reportPartly()
      if (!resolver.isWaiting) updateJob(this.id, { state: 'asking' })
      // A wait may be long, so that even one of a single item is offered again after a reload.
      await this.#openJournal()
      const stopped = {
        ...this.#operation(),
        name: first.name,
        count: items.length,
        soFar: { done: this.#outcomes.counts.done, of: this.#outcomes.items.length },
      }
      const locks = items.flatMap((item) => locksOn(item, this.#outcomes.of(item)))
      const decision = await resolver.resolveConflict(locks, stopped)
      // The user leaves them as they are: that is settled, unlike what was given up.
      if (decision === 'skip') setSkipped(this.#source.continuesJob ?? this.id, items, true)
      if (decision === 'skip' || this.#stop.signal.aborted) return
      this.#outcomes.set(items, waitingOutcome)
      this.#sender.markUrisStale()
      // A retry from the tray counts as waiting until it gets somewhere.
      if (resolver.isWaiting) this.#doneBeforeRetry = this.#outcomes.counts.done
      else updateJob(this.id, { state: 'running' })
    }
  }

  /** Ends when every item of the stage has an outcome, so that folders exist before what goes into them. */
  async #sendStage({ items, chunkSize = Infinity, maxInFlight: limit = 1 }: JobStage<Item>) {
    const queue = new ChunkQueue(items, () => Math.min(chunkSize, this.#sender.maxChunkSize))
    await forEachConcurrently(queue, limit, async (chunk) => {
      if (this.#stop.signal.aborted) return
      queue.putBack(await this.#sender.send(chunk))
      this.#progress.request()
    })
    await this.#recorder.verifyRefused()
    this.#progress.cancel()
    this.#reportProgress()
  }

  #reportProgress(): void {
    const { done, failed, locked } = this.#outcomes.counts
    updateJob(this.id, { done, failed, locked })
    if (this.#doneBeforeRetry === undefined || done === this.#doneBeforeRetry) return
    this.#doneBeforeRetry = undefined
    updateJob(this.id, { state: 'running' })
  }

  /** Failures are reported now, because the wait may be long. */
  #showWaiting(): void {
    updateJob(this.id, { state: 'waiting' })
    if (this.#outcomes.counts.failed === 0 || this.#source.continuesJob !== undefined) return
    showToast({ kind: 'job', jobId: this.id })
  }

  /** Reports the items with an outcome that lasts, so that the user can decide about them while others are locked. */
  #reportPartly(): void {
    const { done } = this.#outcomes.counts
    if (done > this.#partlyDone) this.#definition.onPartlyDone?.(this.#context)
    this.#partlyDone = done
    const { locked, left } = this.#result()
    reportJob(this.id, this.#contribution(), new Set([...locked, ...left].map(({ id }) => id)))
  }

  async #waitForRetry(error: unknown, attempt: number): Promise<void> {
    this.#progress.flush()
    updateJob(this.id, { state: 'paused' })
    await waitForRetry(error, attempt, this.#stop.signal)
    if (!this.#stop.signal.aborted) updateJob(this.id, { state: 'running' })
  }

  #result(): JobResult<Item> {
    const { targetOf, resultDetails } = this.#definition
    return { ...this.#outcomes.result(targetOf), ...resultDetails?.(this.#context) }
  }

  #contribution(): JobContribution {
    const { input, state } = this.#context
    const done = this.#outcomes.withState('done')
    return {
      result: this.#result(),
      destinations: (done.length > 0 && this.#definition.destinations?.(done, this.#context)) || [],
      part: { done, input, state },
    }
  }

  #finish(isCancelled: boolean): void {
    const result = this.#result()
    this.#finalResult = result
    const reportingId = finishJob(this.id, { ...this.#contribution(), result })
    // After a sign-out the journals of that user are deleted elsewhere.
    if (reportingId === undefined) this.#recorder.journal?.release()
    else {
      void this.#recorder.journal?.end()
      dismissJobToast(this.id)
      const isNothingDone = result.locked.length === this.#outcomes.items.length
      // Neither a success nor a failure: the user has given up all of it.
      if (isCancelled && isNothingDone && reportingId === this.id)
        showToast({ kind: 'done', key: 'notDone', values: { operation: this.#operation() } })
      else if (!this.#source.isFollowed?.(result)) showToast({ kind: 'job', jobId: reportingId })
    }
  }
}
