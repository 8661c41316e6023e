import { isOutageError } from '#src/api/retry-requests.ts'
import { isRefusal, isTransient } from '#src/api/transient-errors.ts'
import { BatchError, LockConflictError, SessionEndedError } from '#src/contract/errors.ts'
import type { SendStage, SendItems } from '#src/jobs/job-definition.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { isTooLargeError, splitInHalf } from './failures.ts'
import type { JobRun } from './job-reporter.ts'
import type { OutcomeRecorder } from './outcome-recorder.ts'
import { waitingOutcome } from './outcomes.ts'

/** So many items take the public server about 0.4 s (docs/protocol.md §6.3): progress moves, and Stop takes effect soon. */
const defaultChunkSize = 100
const maxTries = 5

/** Items of one request, and how often they were sent before without an answer. */
type Chunk<Item> = { readonly items: readonly Item[]; readonly tries: number }
const chunkOf = <Item>(items: readonly Item[]): Chunk<Item> => ({ items, tries: 0 })

/** Sends stages in chunks and decides from the answer which items are to be sent again, and how. */
export class ChunkSender<Item extends JobItem, V, State, Note> {
  /** Shrinks when the service refuses a chunk as too large. */
  #maxChunkSize = defaultChunkSize
  readonly #run: JobRun<Item, V, State, Note>
  readonly #recorder: OutcomeRecorder<Item, V, State, Note>
  readonly #sendItems: SendItems<Item>
  /** Whether something has been waited for since the URIs of the items were looked up. */
  #urisMayBeStale: boolean
  /** Runs while they are looked up, for chunks in flight at the same time. */
  #lookup: Promise<void> | undefined

  /** `urisMayBeStale`: the rows of the items are from before a wait. */
  constructor(
    run: JobRun<Item, V, State, Note>,
    recorder: OutcomeRecorder<Item, V, State, Note>,
    urisMayBeStale: boolean,
  ) {
    this.#run = run
    this.#recorder = recorder
    this.#sendItems = run.definition.createSender(run.context)
    this.#urisMayBeStale = urisMayBeStale
  }

  /**
   * Resolves when every item of the stage has an outcome, so that folders exist before what goes into them; after Stop when
   * nothing of it is under way. `onProgress` is called after each answer.
   */
  async sendStage(
    { items, chunkSize = Infinity, maxInFlight = 1 }: SendStage<Item>,
    onProgress: () => void,
  ): Promise<void> {
    const send = async (chunk: Chunk<Item>): Promise<void> => {
      if (this.#stop.aborted) return
      const again = await this.#send(chunk)
      // When one of them has to wait for an answer, the URIs of all that wait are looked up.
      for (const { items: some } of again) this.#run.outcomes.set(some, waitingOutcome)
      onProgress()
      for (const each of again) await send(each)
    }
    await forEachConcurrently(this.#chunksOf(items, chunkSize), maxInFlight, send)
  }

  /** The service may say meanwhile that it takes fewer items in a request. */
  *#chunksOf(items: readonly Item[], chunkSize: number): Generator<Chunk<Item>> {
    for (let left = items; left.length > 0;) {
      const size = Math.min(chunkSize, this.#maxChunkSize)
      yield chunkOf(left.slice(0, size))
      left = left.slice(size)
    }
  }

  get #stop(): AbortSignal {
    return this.#run.context.signal
  }

  /** Sends one chunk and records the outcomes. Returns the chunks that are to be sent again. */
  async #send(chunk: Chunk<Item>): Promise<Chunk<Item>[]> {
    await this.#lookUpAfterWait()
    const known = chunk.items.filter((item) => this.#run.outcomes.of(item).state === 'waiting')
    // They wait meanwhile: nothing of them is under way.
    const items = await this.#recorder.withoutUnwanted(known)
    if (items.length === 0 || this.#stop.aborted) return []
    const { tries } = chunk
    await this.#recorder.record(items, { state: 'sent' })
    try {
      await this.#sendItems(items, this.#stop)
      void this.#recorder.record(items, { state: 'done' })
      return []
    } catch (error) {
      if (error instanceof SessionEndedError) throw error
      if (error instanceof BatchError && error.failures.size > 0) {
        await this.#recorder.recordFailures(items, error.failures)
        return []
      }
      if (error instanceof LockConflictError)
        return this.#recorder.recordConflict(items, error).map(chunkOf)
      if (isTooLargeError(error) && items.length > 1) {
        this.#maxChunkSize = Math.min(this.#maxChunkSize, Math.ceil(items.length / 2))
        return splitInHalf(items).map(chunkOf)
      }
      // Of an internal error nobody knows what was done before it.
      if (!isRefusal(error) || error instanceof BatchError)
        return this.#verifyChunk({ items, tries }, error)
      if (items.length > 1 && this.#run.definition.shouldBisect?.(error))
        return splitInHalf(items).map(chunkOf)
      this.#recorder.recordRefusals(new Map(items.map((item) => [item, error])))
      return []
    }
  }

  /** To be called after a wait: other items may have the URIs of those that are sent next by then. */
  markUrisStale(): void {
    this.#urisMayBeStale = true
  }

  async #lookUpAfterWait(): Promise<void> {
    await this.#lookup
    if (this.#urisMayBeStale) {
      this.#urisMayBeStale = false
      this.#lookup = this.#recorder.findStaleUris()
    }
    // Another chunk may have begun it just now.
    await this.#lookup
  }

  /** After a lost answer: looks up what was done, and returns the rest to be sent again. */
  async #verifyChunk({ items, tries }: Chunk<Item>, error: unknown): Promise<Chunk<Item>[]> {
    const wasStopped = this.#stop.aborted
    if (!wasStopped && isTransient(error)) await this.#run.waitForRetry(error, tries)
    const left = await this.#recorder.verifyUnanswered(items)
    if (wasStopped || this.#stop.aborted || left.length === 0) return []
    this.markUrisStale()
    if (isOutageError(error) || (isTransient(error) && tries < maxTries)) {
      return [{ items: left, tries: tries + 1 }]
    }
    void this.#recorder.record(left, { state: 'failed', error: error as Error })
    return []
  }
}
