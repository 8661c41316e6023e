import { createSignInCheck } from '#src/api/resets.ts'
import { isRefusal, isTransient } from '#src/api/transient-errors.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { maxRequestsInFlight } from '#src/jobs/verification/item-lookup.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import type { JobRun } from './job-reporter.ts'

/** How long all lookups of a job together may take after Stop, in ms, and how long Undo and Retry wait for answers. */
const lookupsAfterStopMs = 10_000
/** For fewer items single lookups take less time. */
const minItemsToGroup = 20

/** Asks the service what became of items of a job. */
export class OutcomeLookup<Item extends JobItem, V, State, Note> {
  readonly #run: JobRun<Item, V, State, Note>
  readonly #unanswered: Set<Item>
  readonly #assertSignedIn = createSignInCheck()
  #afterStop: AbortSignal | undefined

  /** `unanswered`: the answer to a request about these was lost. */
  constructor(run: JobRun<Item, V, State, Note>, unanswered = new Set<Item>()) {
    this.#run = run
    this.#unanswered = unanswered
  }

  noteUnanswered(items: readonly Item[]): void {
    for (const item of items) this.#unanswered.add(item)
  }

  /** The same for lookups that the user waits for, also those of a job that has ended: they do not outlast an outage. */
  withTimeLimit(): OutcomeLookup<Item, V, State, Note> {
    const { context } = this.#run
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(lookupsAfterStopMs)])
    return new OutcomeLookup({ ...this.#run, context: { ...context, signal } }, this.#unanswered)
  }

  /** Groups the items by what the service returns for them; `unknown` are those that it could not be asked about. */
  async find(items: readonly Item[]) {
    const found = {
      done: [] as Item[],
      gone: [] as Item[],
      stale: [] as Item[],
      notDone: [] as Item[],
      unknown: new Map<Item, Error>(),
    }
    const { definition, context } = this.#run
    const isGrouped = items.length >= minItemsToGroup && !context.signal.aborted
    // When that fails, the lookups of single items meet the same error, and handle it.
    const unprocessed = isGrouped
      ? await definition.findUnprocessed?.(items, context.signal).catch(() => undefined)
      : undefined
    await forEachConcurrently(items, maxRequestsInFlight, async (item) => {
      const answer = !unprocessed?.has(item.id) && (await this.#findOne(item))
      if (answer instanceof Error) found.unknown.set(item, answer)
      else if (typeof answer === 'string') found[answer].push(item)
      else found[answer ? 'done' : 'notDone'].push(item)
    })
    return found
  }

  /** Asks until there is an answer; undefined after Stop, or its time limit. Rejects with a refusal. */
  async untilAnswered<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
    const { context, waitForRetry } = this.#run
    for (let attempt = 0; !context.signal.aborted; attempt++) {
      try {
        return await ask()
      } catch (error) {
        if (context.signal.aborted && !(error instanceof SessionEndedError)) break
        if (!isTransient(error)) throw error
        await waitForRetry(error, attempt, context.signal)
      }
    }
    return undefined
  }

  /**
   * Asks until there is an answer; after that only once more, and not for long. Returns an error when the service has not
   * answered, or not as it should: neither a proxy in its place nor an internal error tells whether the item is done.
   */
  async #findOne(item: Item): Promise<boolean | 'gone' | 'stale' | Error> {
    const { definition, context } = this.#run
    const ask = (signal: AbortSignal) => {
      this.#assertSignedIn()
      return definition.isDone(item, { ...context, signal }, this.#unanswered.has(item))
    }
    try {
      return (
        (await this.untilAnswered(() => ask(context.signal))) ??
        (await ask((this.#afterStop ??= AbortSignal.timeout(lookupsAfterStopMs))))
      )
    } catch (error) {
      if (error instanceof SessionEndedError) throw error
      return isRefusal(error) ? false : (error as Error)
    }
  }
}
