import { isOutage } from '#src/api/retry-requests.ts'
import { isTransient } from '#src/api/transient-errors.ts'
import {
  type ApiError,
  BatchError,
  LockConflictError,
  SessionEndedError,
} from '#src/contract/errors.ts'
import type { SiteConfig } from '#src/contract/site.ts'
import type { JobContext, PlannedJobDefinition, SendItems } from '#src/jobs/job-definition.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { keys } from '#src/lists/keys.ts'
import { type Chunk, splitInHalf } from './chunk-queue.ts'
import { isWholeRefusal, isTooLargeError } from './failures.ts'
import type { WaitForRetry } from './item-verifier.ts'
import type { OutcomeRecorder } from './outcome-recorder.ts'

/** So many items take the public server about 0.4 s (docs/protocol.md §6.3): progress moves, and Stop takes effect soon. */
const defaultChunkSize = 100
const maxTries = 5

/** Sends chunks and decides from the answer which items are to be sent again, and how. */
export class ChunkSender<Item extends JobItem, V, State, Note> {
  /** Shrinks when the service refuses a chunk as too large. */
  maxChunkSize: number
  readonly #sendItems: SendItems<Item>
  readonly #recorder: OutcomeRecorder<Item, V, State, Note>
  readonly #shouldBisect: ((error: ApiError) => boolean) | undefined
  readonly #waitForRetry: WaitForRetry
  readonly #stop: AbortSignal
  /** Whether something has been waited for since the URIs of the items were looked up. */
  #urisMayBeStale: boolean
  /** Runs while they are looked up, for chunks in flight at the same time. */
  #lookup: Promise<void> | undefined
  readonly #stale = new Set<Item>()

  /** `urisMayBeStale`: the rows of the items are from before a wait. */
  constructor(
    { createSender, shouldBisect }: PlannedJobDefinition<Item, V, State, Note>,
    context: JobContext<V, State, Note>,
    recorder: OutcomeRecorder<Item, V, State, Note>,
    waitForRetry: WaitForRetry,
    urisMayBeStale: boolean,
  ) {
    this.#sendItems = createSender(context)
    this.#recorder = recorder
    this.#shouldBisect = shouldBisect
    this.#waitForRetry = waitForRetry
    this.#stop = context.signal
    this.#urisMayBeStale = urisMayBeStale
    // Items that the service takes in one request are known only where a page has asked for that.
    const site = context.client.getQueryData<SiteConfig>(keys.site.explorer())
    this.maxChunkSize = Math.min(defaultChunkSize, site?.max_batch_size || defaultChunkSize)
  }

  /** Sends one chunk and records the outcomes. Returns the chunks that are to be sent again. */
  async send(chunk: Chunk<Item>): Promise<Chunk<Item>[]> {
    await this.#lookUpAfterWait(chunk.items)
    const items = chunk.items.filter((item) => !this.#stale.has(item))
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
      if (error instanceof LockConflictError) return this.#recorder.recordConflict(items, error)
      if (isTooLargeError(error) && items.length > 1) {
        this.maxChunkSize = Math.min(this.maxChunkSize, Math.ceil(items.length / 2))
        return splitInHalf(items)
      }
      if (!isWholeRefusal(error)) return this.#verifyChunk({ items, tries }, error)
      if (items.length > 1 && this.#shouldBisect?.(error)) return splitInHalf(items)
      this.#recorder.recordRefusals(new Map(items.map((item) => [item, error])))
      return []
    }
  }

  /** To be called after a wait: other items may have the URIs of those that are sent next by then. */
  markUrisStale(): void {
    this.#urisMayBeStale = true
  }

  async #lookUpAfterWait(items: readonly Item[]): Promise<void> {
    await this.#lookup
    if (this.#urisMayBeStale) {
      this.#urisMayBeStale = false
      this.#lookup = this.#recorder.findStaleUris(items).then((stale) => {
        for (const item of stale) this.#stale.add(item)
      })
    }
    // Another chunk may have begun it just now.
    await this.#lookup
  }

  /** After a lost answer: looks up what was done, and returns the rest to be sent again. */
  async #verifyChunk({ items, tries }: Chunk<Item>, error: unknown): Promise<Chunk<Item>[]> {
    const wasStopped = this.#stop.aborted
    if (!wasStopped && isTransient(error)) await this.#waitForRetry(error, tries)
    const left = await this.#recorder.verifyUnanswered(items, { stop: this.#stop })
    if (wasStopped || this.#stop.aborted || left.length === 0) return []
    this.markUrisStale()
    if (isOutage(error) || (isTransient(error) && tries < maxTries)) {
      return [{ items: left, tries: tries + 1 }]
    }
    void this.#recorder.record(left, { state: 'failed', error: error as Error })
    return []
  }
}
