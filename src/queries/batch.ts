import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { SessionEndedError } from '#src/api/tokens.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError, BatchError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import { canonicalUri, isSameOrBelow } from '#src/contract/uri.ts'
import {
  type BatchItem,
  type BatchResult,
  beginBatch,
  changeBatch,
  endBatch,
} from '#src/stores/batches.ts'
import { LockCancelledError, type Operation } from '#src/stores/lock-sessions.ts'
import { showToast } from '#src/stores/toasts.ts'
import { isPassing, waitBefore } from './listing.ts'
import { writeMeta } from './stale.ts'
import { type FoundLock, LockGate } from './lock-gate.ts'

/*
 * The ledger of long operations: items go out in chunks, one after another; every item has exactly one outcome at any
 * moment, and what became of items whose answer got lost is looked up before anything is sent twice.
 */

/** About 0.4 s of work for the public server (realserver.md §2): often enough for progress and Stop. */
const chunkSize = 100
const mostTries = 5
const checksAtOnce = 6

/** What one kind of batch does; `V` is what it is started with. */
type Definition<V> = {
  operation: (variables: V) => Operation
  items: (variables: V) => readonly BatchItem[]
  /** Sends some of the items. Rejects with `BatchError` for those that failed. */
  send: (items: readonly BatchItem[], variables: V, signal: AbortSignal) => Promise<void>
  /** Looks at the service whether it has been done to this item. */
  isDone: (item: BatchItem, variables: V, signal: AbortSignal) => Promise<boolean>
  /** Other addresses that it needs: a lock on or above one of them stops every item. */
  needs?: (variables: V) => readonly string[]
  /** What the write touches besides the item's own address. */
  touches?: (item: BatchItem, variables: V) => readonly string[]
  /** A refusal at the top that a single item may have caused: that one is looked for. */
  blamesOne?: (error: ApiError) => boolean
  /** A refusal of an item that can mean "done before": it is looked at again. */
  mayBeDone?: (error: ApiError) => boolean
  invalidates: (variables: V) => readonly QueryKey[]
  /** Changes the lists on screen, for items that the service has confirmed. */
  patch?: (client: QueryClient, done: readonly BatchItem[], variables: V) => void
  /** Takes it back. */
  undo?: (client: QueryClient, done: readonly BatchItem[], variables: V) => () => void
  /** After its end, whatever became of it. */
  ended?: (client: QueryClient, variables: V) => void
  /** The same for fewer items. */
  narrow: (variables: V, items: readonly BatchItem[]) => V
}

type Outcome =
  | { at: 'waiting' }
  | { at: 'done' }
  | { at: 'failed'; error: Error }
  | { at: 'locked'; error: LockConflictError }

class Ledger<V> {
  readonly #definition: Definition<V>
  readonly #variables: V
  readonly #client: QueryClient
  readonly #stop = new AbortController()
  readonly #items: readonly BatchItem[]
  readonly #outcomes = new Map<BatchItem, Outcome>()
  readonly #id: number
  #size = chunkSize

  constructor(definition: Definition<V>, variables: V, client: QueryClient, retry: (v: V) => void) {
    this.#definition = definition
    this.#variables = variables
    this.#client = client
    this.#items = definition.items(variables)
    this.#id = beginBatch(
      definition.operation(variables),
      this.#items.length,
      () => this.#stop.abort(new DOMException('stopped', 'AbortError')),
      (items) => retry(definition.narrow(variables, items)),
    )
  }

  async run(): Promise<BatchResult> {
    const { operation, undo } = this.#definition
    const gate = new LockGate(operation(this.#variables), this.#items.length > 1)
    let isCancelled = false
    // A reload in the middle would leave nobody who knows what was done.
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    try {
      await this.#passes(gate)
    } catch (error) {
      if (!(error instanceof LockCancelledError)) throw error
      isCancelled = true
    } finally {
      removeEventListener('beforeunload', hold)
      gate.close(!isCancelled && this.#all('locked').length === 0)
      this.#end(undo)
      this.#definition.ended?.(this.#client, this.#variables)
    }
    return this.#result()
  }

  /** Sends all that is left; asks once for all that turned out to be locked; sends those again. */
  async #passes(gate: LockGate): Promise<void> {
    let left = this.#items
    for (;;) {
      await this.#send(left)
      const locked = this.#all('locked')
      if (locked.length === 0 || this.#stop.signal.aborted) return
      changeBatch(this.#id, { state: 'asking' })
      const found = locked.flatMap(({ item, outcome }): FoundLock[] =>
        outcome.error.conflicts.length === 0
          ? [{ conflict: { type: -1 }, item }]
          : outcome.error.conflicts.map((conflict) => ({ conflict, item })),
      )
      if ((await gate.pass(found)) === 'skip') return
      if (this.#stop.signal.aborted) return
      left = locked.map(({ item }) => item)
      changeBatch(this.#id, { state: 'running' })
    }
  }

  async #send(items: readonly BatchItem[]): Promise<void> {
    const { signal } = this.#stop
    for (const item of items) this.#outcomes.set(item, { at: 'waiting' })
    const queue: { items: readonly BatchItem[]; tries: number }[] = []
    for (let at = 0; at < items.length; at += this.#size) {
      queue.push({ items: items.slice(at, at + this.#size), tries: 0 })
    }
    for (let chunk = queue.shift(); chunk && !signal.aborted; chunk = queue.shift()) {
      const again = await this.#sendChunk(chunk.items, chunk.tries)
      queue.unshift(...again)
      this.#tell()
    }
  }

  /** Sends one chunk and writes down what became of it. Returns what is to be sent again, in parts. */
  async #sendChunk(items: readonly BatchItem[], tries: number) {
    const { signal } = this.#stop
    try {
      await this.#definition.send(items, this.#variables, signal)
      this.#settle(items, { at: 'done' })
      return []
    } catch (error) {
      if (error instanceof SessionEndedError) throw error
      if (error instanceof BatchError && error.failures.size > 0) {
        await this.#takeFailures(items, error.failures)
        return []
      }
      if (error instanceof LockConflictError) return this.#setLockedAside(items, error)
      const isTooLarge =
        (error instanceof ApiError && error.code === Code.batchTooLarge) ||
        (error instanceof TransportError && error.status === 413)
      if (isTooLarge && items.length > 1) {
        this.#size = Math.max(Math.ceil(items.length / 2), 1)
        return halves(items)
      }
      if (error instanceof ApiError && !(error instanceof BatchError)) {
        if (items.length > 1 && this.#definition.blamesOne?.(error)) return halves(items)
        await this.#refuse(items, error)
        return []
      }
      return this.#lookAgain(items, tries, error)
    }
  }

  /** No answer came, or none that says which items failed: what was done is asked for, the rest is sent again. */
  async #lookAgain(items: readonly BatchItem[], tries: number, error: unknown) {
    const isOver = this.#stop.signal.aborted
    if (!isOver && isPassing(error)) await this.#calm(error, tries)
    const left = await this.#check(items)
    if (isOver || this.#stop.signal.aborted || left.length === 0) return []
    const isAway = error instanceof TransportError && error.reason === 'network'
    if (isAway || (isPassing(error) && tries < mostTries)) {
      return [{ items: left, tries: tries + 1 }]
    }
    this.#settle(left, { at: 'failed', error: error as Error })
    return []
  }

  /** Asks for each item what became of it; those that were done are done. Returns the others. */
  async #check(items: readonly BatchItem[]): Promise<BatchItem[]> {
    const left: BatchItem[] = []
    const done: BatchItem[] = []
    const queue = [...items]
    const work = async () => {
      for (let item = queue.shift(); item; item = queue.shift()) {
        const isDone = await this.#isDone(item)
        if (isDone) done.push(item)
        else left.push(item)
      }
    }
    await Promise.all(Array.from({ length: checksAtOnce }, work))
    this.#settle(done, { at: 'done' })
    return left
  }

  /** Asks until there is an answer; after Stop only once more, for a short while. */
  async #isDone(item: BatchItem): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      const isOver = this.#stop.signal.aborted
      try {
        const signal = isOver ? AbortSignal.timeout(10_000) : this.#stop.signal
        return await this.#definition.isDone(item, this.#variables, signal)
      } catch (error) {
        if (error instanceof SessionEndedError) throw error
        if (isOver) return false
        if (this.#stop.signal.aborted) continue
        if (!isPassing(error)) return false
        await this.#calm(error, attempt)
      }
    }
  }

  /** Waits for the network, or a growing while. */
  async #calm(error: unknown, attempt: number): Promise<void> {
    changeBatch(this.#id, { state: 'paused' })
    const { signal } = this.#stop
    await new Promise<void>((resolve) => {
      const end = new AbortController()
      const finish = () => {
        end.abort()
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(finish, navigator.onLine ? waitBefore(error, attempt) : 60_000)
      addEventListener('online', finish, { signal: end.signal })
      signal.addEventListener('abort', finish, { signal: end.signal })
    })
    if (!signal.aborted) changeBatch(this.#id, { state: 'running' })
  }

  /** The service's keys may be written in another way, or name something inside an item: they are matched as addresses. */
  async #takeFailures(items: readonly BatchItem[], failures: ReadonlyMap<string, ApiError>) {
    const byUri = new Map(items.map((item) => [canonicalUri(item.uri), item]))
    const failed = new Map<BatchItem, ApiError>()
    let unknown: ApiError | undefined
    for (const [key, error] of failures) {
      const uri = canonicalUri(key)
      const item = byUri.get(uri) ?? items.find((each) => isSameOrBelow(uri, each.uri))
      if (item) failed.set(item, error)
      else unknown = error
    }
    const others = items.filter((item) => !failed.has(item))
    // A failure of nothing that was asked for leaves the others in doubt.
    if (unknown) for (const item of await this.#check(others)) failed.set(item, unknown)
    else this.#settle(others, { at: 'done' })
    for (const [item, error] of failed) {
      if (error instanceof LockConflictError) this.#settle([item], { at: 'locked', error })
      else await this.#refuse([item], error)
    }
  }

  async #refuse(items: readonly BatchItem[], error: ApiError): Promise<void> {
    const left = this.#definition.mayBeDone?.(error) ? await this.#check(items) : items
    this.#settle(left, { at: 'failed', error })
  }

  /**
   * A conflict at the top stopped the whole chunk and names no requested item: set aside is what equals, lies above or
   * lies below a conflict path; when nothing does, the items go one by one.
   */
  #setLockedAside(items: readonly BatchItem[], error: LockConflictError) {
    const { needs, touches } = this.#definition
    const paths = error.conflicts.flatMap(({ path }) => (path ? [path] : []))
    const stopsAll = needs?.(this.#variables).some((uri) =>
      paths.some((path) => isSameOrBelow(uri, path)),
    )
    const isStopped = (item: BatchItem) =>
      [item.uri, ...(touches?.(item, this.#variables) ?? [])].some((uri) =>
        paths.some((path) => isSameOrBelow(uri, path) || isSameOrBelow(path, uri)),
      )
    const locked = stopsAll || items.length === 1 ? items : items.filter(isStopped)
    if (locked.length === 0) return items.map((item) => ({ items: [item], tries: 0 }))
    this.#settle(locked, { at: 'locked', error })
    const rest = items.filter((item) => !locked.includes(item))
    return rest.length > 0 ? [{ items: rest, tries: 0 }] : []
  }

  #settle(items: readonly BatchItem[], outcome: Outcome): void {
    for (const item of items) this.#outcomes.set(item, outcome)
    if (outcome.at === 'done' && items.length > 0) {
      this.#definition.patch?.(this.#client, items, this.#variables)
    }
  }

  #all<At extends Outcome['at']>(at: At) {
    const found: { item: BatchItem; outcome: Extract<Outcome, { at: At }> }[] = []
    for (const [item, outcome] of this.#outcomes) {
      if (outcome.at === at) found.push({ item, outcome: outcome as Extract<Outcome, { at: At }> })
    }
    return found
  }

  #tell(): void {
    changeBatch(this.#id, {
      done: this.#all('done').length,
      failed: this.#all('failed').length,
      locked: this.#all('locked').length,
    })
  }

  #result(): BatchResult {
    return {
      done: this.#all('done').map(({ item }) => item),
      failed: this.#all('failed').map(({ item, outcome }) => ({ item, error: outcome.error })),
      locked: this.#all('locked').map(({ item }) => item),
      left: this.#items.filter((item) => (this.#outcomes.get(item)?.at ?? 'waiting') === 'waiting'),
    }
  }

  #end(undo: Definition<V>['undo']): void {
    const result = this.#result()
    const isHeard = endBatch(
      this.#id,
      result,
      undo && result.done.length > 0 ? undo(this.#client, result.done, this.#variables) : undefined,
    )
    if (isHeard) showToast({ kind: 'batch', batchId: this.#id })
  }
}

const halves = (items: readonly BatchItem[]) => {
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)].map((part) => ({ items: part, tries: 0 }))
}

/**
 * Every write of many things is made here. Resolves with what became of each item; rejects only when the session ends
 * for good. One message about it is shown by the ledger itself.
 */
export const defineBatch = <V>(definition: Definition<V>) => {
  const options = mutationOptions<BatchResult, Error, V>({
    mutationFn: (variables, { client }) => {
      const retry = (fewer: V) => {
        void client
          .getMutationCache()
          .build(client, options)
          .execute(fewer)
          .catch(() => undefined)
      }
      return new Ledger(definition, variables, client, retry).run()
    },
    meta: writeMeta({ invalidates: definition.invalidates, isInline: true }),
  })
  return options
}
