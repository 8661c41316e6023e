import { isTransient } from '#src/api/retry.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import { forEachConcurrently } from '#src/lib/for-each-concurrently.ts'

type Answer = boolean | 'gone'

/** How long a lookup may take after Stop, in ms. */
const lookupAfterStopMs = 10_000

/** Asks the service what became of items whose answer was lost, or whose refusal may mean that they were processed. */
export class ItemVerifier<Item> {
  readonly #isDone: (item: Item, signal: AbortSignal) => Promise<Answer>
  readonly #waitForRetry: (error: unknown, attempt: number) => Promise<void>
  readonly #stop: AbortSignal

  constructor(
    isDone: (item: Item, signal: AbortSignal) => Promise<Answer>,
    waitForRetry: (error: unknown, attempt: number) => Promise<void>,
    stop: AbortSignal,
  ) {
    this.#isDone = isDone
    this.#waitForRetry = waitForRetry
    this.#stop = stop
  }

  /** Groups the items by what the service returns for them. */
  async verify(items: readonly Item[], maxInFlight: number) {
    const found = { done: [] as Item[], gone: [] as Item[], notDone: [] as Item[] }
    await forEachConcurrently(items, maxInFlight, async (item) => {
      const answer = await this.#verifyOne(item)
      found[answer === true ? 'done' : answer === 'gone' ? 'gone' : 'notDone'].push(item)
    })
    return found
  }

  /** Asks until there is an answer; after Stop only once more, and not for long. */
  async #verifyOne(item: Item): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const isStopped = this.#stop.aborted
      try {
        const signal = isStopped ? AbortSignal.timeout(lookupAfterStopMs) : this.#stop
        return await this.#isDone(item, signal)
      } catch (error) {
        if (error instanceof SessionEndedError) throw error
        if (isStopped) return false
        if (this.#stop.aborted) continue
        if (!isTransient(error)) return false
        await this.#waitForRetry(error, attempt)
      }
    }
  }
}
