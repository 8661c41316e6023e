import { isTransient } from '#src/api/transient-errors.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import type { JobContext, JobDefinitionWithoutPlan } from '#src/jobs/job-definition.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import type { StaleUriResult } from '#src/jobs/verification/stale-uris.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'

type Answer = boolean | 'gone'
/** Resolves when it is time to ask again. */
export type WaitForRetry = (error: unknown, attempt: number) => Promise<void>

/** How long a lookup may take after Stop, in ms. */
const lookupAfterStopMs = 10_000
/** For fewer items single lookups take less time. */
const minItemsToGroup = 20

/** Asks the service what became of items whose answer was lost, or whose refusal may mean that they were processed. */
export class ItemVerifier<Item extends JobItem, V, State, Note> {
  readonly #definition: JobDefinitionWithoutPlan<Item, V, State, Note>
  readonly #context: JobContext<V, State, Note>
  readonly #waitForRetry: WaitForRetry
  readonly #stop: AbortSignal

  constructor(
    definition: JobDefinitionWithoutPlan<Item, V, State, Note>,
    context: JobContext<V, State, Note>,
    waitForRetry: WaitForRetry,
  ) {
    this.#definition = definition
    this.#context = context
    this.#waitForRetry = waitForRetry
    this.#stop = context.signal
  }

  /** Groups the items by what the service returns for them; `unknown` are those that it could not be asked about. */
  async verify(items: readonly Item[], maxInFlight: number) {
    const found = {
      done: [] as Item[],
      gone: [] as Item[],
      notDone: [] as Item[],
      unknown: new Map<Item, Error>(),
    }
    const unprocessed = await this.#findUnprocessed(items)
    await forEachConcurrently(items, maxInFlight, async (item) => {
      const answer = !unprocessed.has(item.id) && (await this.#verifyOne(item))
      if (answer instanceof Error) found.unknown.set(item, answer)
      else found[answer === true ? 'done' : answer === 'gone' ? 'gone' : 'notDone'].push(item)
    })
    return found
  }

  /** Never rejects: the lookups of single items meet the same error, and handle it. */
  async #findUnprocessed(items: readonly Item[]): Promise<ReadonlySet<string>> {
    const { findUnprocessed } = this.#definition
    if (!findUnprocessed || items.length < minItemsToGroup || this.#stop.aborted) return new Set()
    return findUnprocessed(items, this.#stop).catch(() => new Set<string>())
  }

  /** Finds none after Stop. */
  async findStaleUris(items: readonly Item[]): Promise<StaleUriResult> {
    const { findStaleUris } = this.#definition
    const found =
      findStaleUris && (await this.#untilAnswered(() => findStaleUris(items, this.#context)))
    return found ?? { stale: new Set(), refused: new Map() }
  }

  /** Finds none after Stop; the error when the service refuses to tell. */
  async findReplacedTargets(items: readonly Item[]): Promise<ReadonlySet<string> | Error> {
    const { findReplacedTargets } = this.#definition
    if (!findReplacedTargets) return new Set()
    try {
      const found = await this.#untilAnswered(() => findReplacedTargets(items, this.#context))
      return found ?? new Set()
    } catch (error) {
      if (error instanceof SessionEndedError) throw error
      return error as Error
    }
  }

  /** Asks until there is an answer; undefined after Stop. Rejects with a refusal. */
  async #untilAnswered<T>(ask: () => Promise<T>): Promise<T | undefined> {
    for (let attempt = 0; !this.#stop.aborted; attempt++) {
      try {
        return await ask()
      } catch (error) {
        if (this.#stop.aborted && !(error instanceof SessionEndedError)) break
        if (!isTransient(error)) throw error
        await this.#waitForRetry(error, attempt)
      }
    }
    return undefined
  }

  /** Asks until there is an answer; after Stop only once more, and not for long: then it may be an error. */
  async #verifyOne(item: Item): Promise<Answer | Error> {
    for (let attempt = 0; ; attempt++) {
      const isStopped = this.#stop.aborted
      try {
        const signal = isStopped ? AbortSignal.timeout(lookupAfterStopMs) : this.#stop
        return await this.#definition.isDone(item, { ...this.#context, signal })
      } catch (error) {
        if (error instanceof SessionEndedError) throw error
        if (isStopped) return error as Error
        if (this.#stop.aborted) continue
        if (!isTransient(error)) return false
        await this.#waitForRetry(error, attempt)
      }
    }
  }
}
