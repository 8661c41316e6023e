import type { QueryClient, QueryKey } from '@tanstack/react-query'
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
  type Failure,
  tellOfBatch,
} from '#src/stores/batches.ts'
import type { Operation } from '#src/lib/operation.ts'
import { LockCancelledError } from '#src/stores/lock-sessions.ts'
import { currentSession } from '#src/stores/session.ts'
import { LedgerLog, type Outcome, type Past } from './ledger-log.ts'
import { calm } from './calm.ts'
import { isPassing } from './listing.ts'
import { type FoundLock, LockGate } from './lock-gate.ts'
import { site } from './site.ts'

/*
 * The ledger of long operations: items go out in chunks, wave after wave; every item has exactly one outcome at any
 * moment, and what became of items whose answer got lost is looked up before anything is sent twice.
 */

/** About 0.4 s of work for the public server (realserver.md §2): often enough for progress and Stop. */
const chunkSize = 100
const mostTries = 5
/** Requests on their way, those that only look included. */
const mostInFlight = 2
/** Lists on screen follow a batch so often, in ms: each look at a long list costs time. */
const patchPause = 400

/** Items that may be on their way at the same time; the next wave begins when all of this one have an outcome. */
export type Wave = {
  readonly items: readonly BatchItem[]
  /** Items in one request, 100 unless told. */
  readonly chunk?: number
  /** Requests at the same time, one unless told. */
  readonly inFlight?: number
}

/** What one kind of batch does; `V` is what it is started with. */
export type Definition<V> = {
  operation: (variables: V) => Operation
  items: (variables: V) => readonly BatchItem[]
  /** Sends some of the items. Rejects with `BatchError` for those that failed. */
  send: (items: readonly BatchItem[], variables: V, signal: AbortSignal) => Promise<void>
  /** Looks at the service whether it has been done to this item, since the batch began. `gone`: there is no such item. */
  isDone: (
    item: BatchItem,
    variables: V,
    signal: AbortSignal,
    since: number,
  ) => Promise<boolean | 'gone'>
  /** The order in which items go out; all at once, unless told. */
  waves?: (items: readonly BatchItem[], variables: V) => readonly Wave[]
  /** Its name in the log: a batch of several items is found again under it after a reload. */
  kept?: string
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
  /** Where the items lie now, as they are listed there; nothing where that is seen anyway. */
  landed?: (done: readonly BatchItem[], variables: V, client: QueryClient) => readonly BatchItem[]
  /** Takes it back. */
  undo?: (client: QueryClient, done: readonly BatchItem[], variables: V) => () => void
  /** After its end, whatever became of it. */
  ended?: (client: QueryClient, variables: V, result: BatchResult) => void | Promise<void>
  /** The same for fewer items. */
  narrow: (variables: V, items: readonly BatchItem[]) => V
}

/** A failure that leaves nothing to be done: the item exists nowhere any more. */
class GoneError extends ApiError {
  override name = 'GoneError'
  constructor({ message, correlationId }: ApiError) {
    super({ code: Code.notFound, message, correlationId })
  }
}

/** How a batch comes to be: anew, or from what its log says. */
export type Origins<V> = {
  client: QueryClient
  retry: (variables: V) => void
  /** The batch whose leftovers it deals with. */
  follows?: number | undefined
  past?: { readonly told: Past; readonly log: LedgerLog } | undefined
}

const waiting: Outcome = { at: 'waiting' }

export class Ledger<V> {
  readonly #definition: Definition<V>
  readonly #variables: V
  readonly #client: QueryClient
  readonly #stop = new AbortController()
  readonly #items: readonly BatchItem[]
  readonly #places: ReadonlyMap<BatchItem, number>
  readonly #outcomes: Outcome[]
  readonly #counts: Record<Outcome['at'], number>
  readonly id: number
  readonly #past: Past | undefined
  readonly #since = Date.now()
  #log: LedgerLog | undefined
  #size: number
  /** Refused in a way that may mean "done before"; they count as sent until somebody has looked. */
  readonly #doubtful = new Map<BatchItem, ApiError>()
  #unshown: BatchItem[] = []
  #patchTimer: ReturnType<typeof setTimeout> | undefined
  #shownAt = -Infinity
  #ended: BatchResult | undefined

  constructor(
    definition: Definition<V>,
    variables: V,
    items: readonly BatchItem[],
    { client, retry, follows, past }: Origins<V>,
  ) {
    this.#definition = definition
    this.#variables = variables
    this.#client = client
    this.#items = items
    this.#past = past?.told
    this.#log = past?.log
    this.#places = new Map(items.map((item, place) => [item, place]))
    this.#outcomes = items.map((_, place) => past?.told.outcomes[place] ?? waiting)
    this.#counts = { waiting: 0, sent: 0, done: 0, failed: 0, locked: 0 }
    for (const { at } of this.#outcomes) this.#counts[at]++
    this.#size = Math.min(chunkSize, largestBatch(client) ?? chunkSize)
    this.id = beginBatch({
      operation: { ...definition.operation(variables), count: items.length },
      items,
      stop: () => this.#stop.abort(new DOMException('stopped', 'AbortError')),
      retry: (some) => retry(definition.narrow(variables, some)),
      follows,
    })
  }

  async run(): Promise<BatchResult> {
    const { operation, ended } = this.#definition
    const gate = new LockGate(operation(this.#variables), this.#items.length > 1)
    let isSignedOut = false
    // Without a log a reload in the middle would leave nobody who knows what was done.
    const hold = (event: BeforeUnloadEvent) => {
      if (!this.#log?.isLasting) event.preventDefault()
    }
    addEventListener('beforeunload', hold)
    try {
      await this.#openLog()
      const doubtful = this.#all('sent')
      if (doubtful.length > 0) await this.#check(doubtful, mostInFlight)
      this.#tell()
      await this.#passes(gate)
    } catch (error) {
      isSignedOut = error instanceof SessionEndedError
      if (!(error instanceof LockCancelledError)) throw error
    } finally {
      removeEventListener('beforeunload', hold)
      // Its own message says what went through.
      gate.close(false)
      this.#show()
      if (!isSignedOut) {
        await Promise.resolve(ended?.(this.#client, this.#variables, this.#result())).catch(
          () => undefined,
        )
      }
      this.#end(this.#result())
    }
    return this.#ended ?? this.#result()
  }

  async #openLog(): Promise<void> {
    const { kept, operation } = this.#definition
    const { userId } = currentSession()
    if (!this.#log && kept !== undefined && userId !== undefined && this.#items.length > 1) {
      const rest = { ...this.#variables, items: [] }
      const about = { ...operation(this.#variables), count: this.#items.length }
      this.#log = await LedgerLog.begin(
        userId,
        { kind: kept, operation: about, rest: { ...rest, since: this.#since } },
        this.#items,
      )
    }
    changeBatch(this.id, { logId: this.#log?.id })
  }

  /** Sends all that is left; asks once for all that turned out to be locked; sends those again. */
  async #passes(gate: LockGate): Promise<void> {
    let left = this.#all('waiting')
    for (;;) {
      await this.#send(left)
      const locked = this.#all('locked')
      if (locked.length === 0 || this.#stop.signal.aborted) return
      changeBatch(this.id, { state: 'asking' })
      this.#show()
      const found = locked.flatMap((item) => this.#locksOn(item))
      const about = this.#definition.operation(this.#variables)
      const stopped = { ...about, name: locked[0]?.name ?? '', count: locked.length }
      if ((await gate.pass(found, stopped)) === 'skip') return
      if (this.#stop.signal.aborted) return
      left = locked
      for (const item of left) this.#put(item, waiting)
      changeBatch(this.id, { state: 'running' })
    }
  }

  #locksOn(item: BatchItem): FoundLock[] {
    const outcome = this.#outcomeOf(item)
    if (outcome.at !== 'locked') return []
    const { conflicts } = outcome.error
    return conflicts.length === 0
      ? [{ conflict: { type: -1 }, item }]
      : conflicts.map((conflict) => ({ conflict, item }))
  }

  async #send(items: readonly BatchItem[]): Promise<void> {
    const waves = this.#definition.waves?.(items, this.#variables) ?? [{ items }]
    for (const wave of waves) {
      if (this.#stop.signal.aborted) return
      await this.#sendWave(wave)
    }
  }

  /** Ends when every item of it has an outcome, so that folders are there before what goes into them. */
  async #sendWave({ items, chunk = Infinity, inFlight = 1 }: Wave): Promise<void> {
    const { signal } = this.#stop
    const queue: Part[] = [{ items, tries: 0 }]
    const take = (): Part | undefined => {
      const next = queue.shift()
      const most = Math.min(chunk, this.#size)
      if (!next || next.items.length <= most) return next
      queue.unshift({ ...next, items: next.items.slice(most) })
      return { ...next, items: next.items.slice(0, most) }
    }
    const work = async () => {
      try {
        for (let part = take(); part && !signal.aborted; part = take()) {
          if (part.items.length === 0) continue
          queue.unshift(...(await this.#sendChunk(part.items, part.tries)))
          this.#tell()
        }
      } catch (error) {
        queue.length = 0
        throw error
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: inFlight }, work))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    await this.#lookAtDoubtful()
  }

  /** Sends one chunk and writes down what became of it. Returns what is to be sent again, in parts. */
  async #sendChunk(items: readonly BatchItem[], tries: number): Promise<Part[]> {
    const { signal } = this.#stop
    await this.#settle(items, { at: 'sent' })
    try {
      await this.#definition.send(items, this.#variables, signal)
      void this.#settle(items, { at: 'done' })
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
        this.#size = Math.min(this.#size, Math.max(Math.ceil(items.length / 2), 1))
        return halves(items)
      }
      if (error instanceof ApiError && !(error instanceof BatchError)) {
        if (items.length > 1 && this.#definition.blamesOne?.(error)) return halves(items)
        this.#refuse(new Map(items.map((item) => [item, error])))
        return []
      }
      return this.#lookAgain(items, tries, error)
    }
  }

  /** No answer came, or none that says which items failed: what was done is asked for, the rest is sent again. */
  async #lookAgain(items: readonly BatchItem[], tries: number, error: unknown): Promise<Part[]> {
    const isOver = this.#stop.signal.aborted
    if (!isOver && isPassing(error)) await this.#calm(error, tries)
    const left = await this.#check(items)
    if (isOver || this.#stop.signal.aborted || left.length === 0) return []
    const isAway = error instanceof TransportError && error.reason === 'network'
    if (isAway || (isPassing(error) && tries < mostTries)) {
      return [{ items: left, tries: tries + 1 }]
    }
    void this.#settle(left, { at: 'failed', error: error as Error })
    return []
  }

  /** Asks for each item what became of it; those that were done are done. Returns the others, which wait. */
  async #check(items: readonly BatchItem[], inFlight = 1): Promise<BatchItem[]> {
    const { done, gone, left } = await this.#look(items, inFlight)
    void this.#settle(done, { at: 'done' })
    const others = [...gone, ...left]
    await this.#settle(others, waiting)
    return others
  }

  /** What the service has of these items. */
  async #look(items: readonly BatchItem[], inFlight: number) {
    const found = { done: [] as BatchItem[], gone: [] as BatchItem[], left: [] as BatchItem[] }
    const queue = [...items]
    const work = async () => {
      for (let item = queue.shift(); item; item = queue.shift()) {
        const answer = await this.#isDone(item)
        found[answer === true ? 'done' : answer === 'gone' ? 'gone' : 'left'].push(item)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, work))
    return found
  }

  /** What was refused and may have been done before: it has been, it is gone, or the refusal holds. */
  async #lookAtDoubtful(): Promise<void> {
    const refusals = new Map(this.#doubtful)
    this.#doubtful.clear()
    if (refusals.size === 0) return
    const { done, gone } = await this.#look([...refusals.keys()], mostInFlight)
    void this.#settle(done, { at: 'done' })
    for (const item of done) refusals.delete(item)
    for (const item of gone) {
      const refusal = refusals.get(item)
      if (refusal) refusals.set(item, new GoneError(refusal))
    }
    this.#fail(refusals)
    this.#tell()
  }

  /** Asks until there is an answer; after Stop only once more, for a short while. */
  async #isDone(item: BatchItem): Promise<boolean | 'gone'> {
    const since = this.#past ? sinceOf(this.#past) : this.#since
    for (let attempt = 0; ; attempt++) {
      const isOver = this.#stop.signal.aborted
      try {
        const signal = isOver ? AbortSignal.timeout(10_000) : this.#stop.signal
        return await this.#definition.isDone(item, this.#variables, signal, since)
      } catch (error) {
        if (error instanceof SessionEndedError) throw error
        if (isOver) return false
        if (this.#stop.signal.aborted) continue
        if (!isPassing(error)) return false
        await this.#calm(error, attempt)
      }
    }
  }

  async #calm(error: unknown, attempt: number): Promise<void> {
    changeBatch(this.id, { state: 'paused' })
    await calm(error, attempt, this.#stop.signal)
    if (!this.#stop.signal.aborted) changeBatch(this.id, { state: 'running' })
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
    else void this.#settle(others, { at: 'done' })
    this.#refuse(failed)
  }

  /** Each item for its own reason. */
  #refuse(refusals: ReadonlyMap<BatchItem, ApiError>): void {
    const failed = new Map<BatchItem, ApiError>()
    for (const [item, error] of refusals) {
      if (error instanceof LockConflictError) void this.#settle([item], { at: 'locked', error })
      else if (this.#definition.mayBeDone?.(error)) this.#doubtful.set(item, error)
      else failed.set(item, error)
    }
    this.#fail(failed)
  }

  /** Those that failed alike go into the log together. */
  #fail(failures: ReadonlyMap<BatchItem, ApiError>): void {
    const alike = new Map<string, { error: ApiError; items: BatchItem[] }>()
    for (const [item, error] of failures) {
      const key = [error.name, error.code, error.message, error.detail, error.correlationId].join(
        '\n',
      )
      const group = alike.get(key)
      if (group) group.items.push(item)
      else alike.set(key, { error, items: [item] })
    }
    for (const { error, items } of alike.values()) void this.#settle(items, { at: 'failed', error })
  }

  /**
   * A conflict at the top stopped the whole chunk and names no requested item: set aside is what equals, lies above or
   * lies below a conflict path; when nothing does, the items go one by one.
   */
  #setLockedAside(items: readonly BatchItem[], error: LockConflictError): Part[] {
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
    void this.#settle(locked, { at: 'locked', error })
    const rest = items.filter((item) => !locked.includes(item))
    return rest.length > 0 ? [{ items: rest, tries: 0 }] : []
  }

  #outcomeOf(item: BatchItem): Outcome {
    return this.#outcomes[this.#places.get(item) ?? -1] ?? waiting
  }

  #put(item: BatchItem, outcome: Outcome): void {
    const place = this.#places.get(item)
    if (place === undefined) return
    this.#counts[(this.#outcomes[place] ?? waiting).at]--
    this.#counts[outcome.at]++
    this.#outcomes[place] = outcome
  }

  /** Counts at once; resolves when the log knows it too. */
  async #settle(items: readonly BatchItem[], outcome: Outcome): Promise<void> {
    if (items.length === 0) return
    for (const item of items) this.#put(item, outcome)
    if (outcome.at === 'done') this.#showSoon(items)
    await this.#log?.write(
      items.map((item) => this.#places.get(item) ?? -1),
      outcome,
    )
  }

  #all(at: Outcome['at']): BatchItem[] {
    return this.#counts[at] === 0
      ? []
      : this.#items.filter((_, place) => this.#outcomes[place]?.at === at)
  }

  #tell(): void {
    const { done, failed, locked } = this.#counts
    changeBatch(this.id, { done, failed, locked })
  }

  #showSoon(done: readonly BatchItem[]): void {
    if (!this.#definition.patch) return
    this.#unshown.push(...done)
    const rest = this.#shownAt + patchPause - performance.now()
    if (rest <= 0) this.#show()
    else this.#patchTimer ??= setTimeout(() => this.#show(), rest)
  }

  /** Lists on screen catch up. */
  #show(): void {
    clearTimeout(this.#patchTimer)
    this.#patchTimer = undefined
    if (this.#unshown.length === 0) return
    const done = this.#unshown
    this.#unshown = []
    this.#shownAt = performance.now()
    this.#definition.patch?.(this.#client, done, this.#variables)
  }

  #result(): BatchResult {
    const [folder] = this.#definition.needs?.(this.#variables) ?? []
    const result = {
      done: [] as BatchItem[],
      failed: [] as Failure[],
      locked: [] as BatchItem[],
      left: [] as BatchItem[],
    }
    for (const [place, item] of this.#items.entries()) {
      const outcome = this.#outcomes[place] ?? waiting
      if (outcome.at === 'failed') result.failed.push({ item, error: outcome.error, folder })
      else if (outcome.at === 'done' || outcome.at === 'locked') result[outcome.at].push(item)
      else result.left.push(item)
    }
    return result
  }

  #end(result: BatchResult): void {
    const { undo, landed } = this.#definition
    const { done } = result
    this.#ended = result
    const teller = endBatch(this.id, {
      result,
      landed: done.length > 0 ? (landed?.(done, this.#variables, this.#client) ?? []) : [],
      undo: undo && done.length > 0 ? undo(this.#client, done, this.#variables) : undefined,
    })
    // Of somebody who has signed out the log is forgotten elsewhere.
    if (teller === undefined) this.#log?.release()
    else {
      void this.#log?.end()
      tellOfBatch(teller)
    }
  }
}

type Part = { readonly items: readonly BatchItem[]; readonly tries: number }

const halves = (items: readonly BatchItem[]): Part[] => {
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)].map((part) => ({ items: part, tries: 0 }))
}

const sinceOf = ({ rest }: Past): number =>
  'since' in rest && typeof rest.since === 'number' ? rest.since : Date.now()

/** What the service takes at once, where a page has asked for it. */
const largestBatch = (client: QueryClient): number | undefined =>
  client.getQueryData(site.explorer().queryKey)?.max_batch_size || undefined
