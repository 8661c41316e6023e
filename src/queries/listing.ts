import { grow } from '#src/lib/grow.ts'
import { TransportError } from '#src/contract/errors.ts'

/*
 * A long list: rows walked page by page in the background, read through `useSyncExternalStore`. One react-query entry
 * holds one Listing; it is mutated in place, so that 100,000 rows are never copied.
 */

/** One page and where the next one starts; `next` is absent at the end. */
export type Page<Row, Place, Head = unknown> = {
  /** The rows, or what makes them: that can wait until the next page is asked for. */
  rows: readonly Row[] | (() => readonly Row[])
  next?: Place | undefined
  /** What the answer says of the list as a whole; that of the first page is kept. */
  head?: Head
}

/** Where the rows come from. `place` is undefined for the first page. */
export type PageSource<Row, Place, Head = unknown> = (
  place: Place | undefined,
  signal: AbortSignal,
) => Promise<Page<Row, Place, Head>>

export type Walk =
  | { at: 'walking' }
  | { at: 'complete'; since: number }
  /** Stopped before the end: rows so far stay, `error` says why, `resume` goes on. */
  | { at: 'stopped'; error: Error }

/** The service gave the same place twice, or pages without anything new without end. */
export class EndlessListError extends Error {
  override name = 'EndlessListError'
}

const maxIdlePages = 50
const retries = 3

export class Listing<Row extends { readonly id: string }, Head = unknown> {
  readonly #source: PageSource<Row, unknown, Head>
  readonly #slots: (Row | undefined)[] = []
  readonly #slotOf = new Map<string, number>()
  #stamps = new Uint32Array(128)
  #order = new Uint32Array(128)
  #length = 0
  #walk: Walk = { at: 'walking' }
  #version = 0
  #writes = 0
  #toldAt = 0
  #listeners = new Set<() => void>()
  #notifyTimer: ReturnType<typeof setTimeout> | undefined
  #stop: AbortController | undefined
  #place: unknown
  #head: Head | undefined
  #isWhole = false
  /** The ids that a walk from the start has met so far; undefined in the first walk. */
  #seen: Set<string> | undefined
  /** What was written while the walk goes on: pages read before the write know nothing of it. */
  readonly #written = new Set<string>()

  private constructor(source: PageSource<Row, unknown, Head>) {
    this.#source = source
  }

  /** A list over these pages. What a place is stays between the source and itself. */
  static over<Row extends { readonly id: string }, Place, Head = unknown>(
    source: PageSource<Row, Place, Head>,
  ): Listing<Row, Head> {
    return new Listing<Row, Head>(source as PageSource<Row, unknown, Head>)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly version = (): number => this.#version

  get walk(): Walk {
    return this.#walk
  }
  /** What the first page of the newest walk said of the list as a whole. */
  get head(): Head | undefined {
    return this.#head
  }
  /** Whether all rows have been here once: a later walk replaces them in place. */
  get isWhole(): boolean {
    return this.#isWhole
  }
  /** Grows when rows come, or are replaced; not when they leave. */
  get writes(): number {
    return this.#writes
  }
  /** By slot, the write that its row came with; 0 where there is no row. */
  get stamps(): Uint32Array {
    return this.#stamps
  }
  get size(): number {
    return this.#length
  }
  /** One more than the highest slot in use; slots are never given to another row. */
  get nextSlot(): number {
    return this.#slots.length
  }
  /** Slots in the order in which the service lists them. Valid until the next version. */
  get order(): Uint32Array {
    return this.#order.subarray(0, this.#length)
  }
  at(slot: number): Row | undefined {
    return this.#slots[slot]
  }
  slotOf(id: string): number | undefined {
    return this.#slotOf.get(id)
  }

  /** Reads the first page, then walks the rest in the background. Rejects when the first page cannot be had. */
  async start(signal?: AbortSignal): Promise<this> {
    const stop = this.#begin()
    const abort = () => stop.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    try {
      const page = await this.#source(undefined, stop.signal)
      this.#head = page.head
      this.#add(rowsOf(page))
      this.#changed()
      void this.#goOn(page.next, stop, page.next === undefined)
      return this
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Goes on from where the walk stopped. */
  resume(): void {
    if (this.#walk.at !== 'stopped') return
    const stop = this.#begin()
    this.#changed()
    void this.#goOn(this.#place, stop)
  }

  /** Walks it all again: rows are replaced in place, new ones join, and those that are gone leave at the end. */
  async again(): Promise<void> {
    const stop = this.#begin()
    this.#written.clear()
    this.#seen = new Set()
    this.#changed()
    await this.#goOn(undefined, stop)
  }

  /** Ends the walk; nothing more is asked of the service. */
  close(): void {
    this.#stop?.abort(new DOMException('closed', 'AbortError'))
    clearTimeout(this.#notifyTimer)
  }

  /** Replaces or adds rows that the service confirmed; a walk that is under way keeps them. */
  put(rows: readonly Row[]): void {
    this.#add(rows)
    for (const { id } of rows) {
      this.#seen?.add(id)
      if (this.#walk.at !== 'complete') this.#written.add(id)
    }
    this.#changed()
  }

  /** What is said of the list as a whole has changed. */
  putHead(head: Head): void {
    this.#head = head
    this.#changed()
  }

  /** Takes out rows that the service confirmed to be gone; a walk that is under way does not bring them back. */
  remove(ids: ReadonlySet<string>): void {
    this.#drop((row) => !ids.has(row.id))
    for (const id of ids) {
      this.#seen?.delete(id)
      if (this.#walk.at !== 'complete') this.#written.add(id)
    }
    // A batch takes rows out in quick succession.
    if (performance.now() - this.#toldAt < this.#pause()) this.#changedSoon()
    else this.#changed()
  }

  /** What it holds may be out of date: the next time its page is entered it is walked again. */
  markStale(): void {
    if (this.#walk.at === 'complete') this.#walk = { at: 'complete', since: 0 }
  }

  #begin(): AbortController {
    this.#stop?.abort(new DOMException('superseded', 'AbortError'))
    this.#stop = new AbortController()
    this.#walk = { at: 'walking' }
    return this.#stop
  }

  /** Walks from `from`, undefined for the first page, to the end. */
  async #goOn(from: unknown, stop: AbortController, isAtEnd = false): Promise<void> {
    const visited = new Set<string>()
    const seen = this.#seen
    let idle = 0
    let place = from
    let coming = isAtEnd ? undefined : this.#ask(place, stop.signal)
    try {
      while (coming) {
        this.#place = place
        visited.add(JSON.stringify(place))
        const page: Page<Row, unknown, Head> = await coming
        if (stop.signal.aborted) return
        if (place === undefined) this.#head = page.head
        place = page.next
        const isRepeated = place !== undefined && visited.has(JSON.stringify(place))
        // Asked for before the rows are read: the service works meanwhile.
        coming = place === undefined || isRepeated ? undefined : this.#ask(place, stop.signal)
        const before = seen ? seen.size : this.#length
        const rows = rowsOf(page)
        const fresh =
          this.#written.size === 0 ? rows : rows.filter((row) => !this.#written.has(row.id))
        this.#add(fresh)
        if (seen) for (const row of fresh) seen.add(row.id)
        idle = (seen ? seen.size : this.#length) > before ? 0 : idle + 1
        if (isRepeated || idle > maxIdlePages) throw new EndlessListError()
        this.#changedSoon()
      }
      if (seen) this.#settle(seen)
      this.#seen = undefined
      this.#written.clear()
      this.#isWhole = true
      this.#walk = { at: 'complete', since: Date.now() }
    } catch (error) {
      if (stop.signal.aborted) return
      this.#walk = { at: 'stopped', error: error as Error }
      stop.abort()
    }
    this.#changed()
  }

  /** A page that is on its way; what becomes of it is found out by whoever waits for it. */
  #ask(place: unknown, signal: AbortSignal): Promise<Page<Row, unknown, Head>> {
    const coming = this.#read(place, signal)
    coming.catch(() => undefined)
    return coming
  }

  /** One page, asked again a few times with growing pauses when no answer came. */
  async #read(place: unknown, signal: AbortSignal): Promise<Page<Row, unknown, Head>> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#source(place, signal)
      } catch (error) {
        if (signal.aborted || !isPassing(error) || attempt >= retries) throw error
        await pause(waitBefore(error, attempt), signal)
      }
    }
  }

  #add(rows: readonly Row[]): void {
    if (rows.length > 0) this.#writes++
    for (const row of rows) {
      const slot = this.#slotOf.get(row.id) ?? this.#newSlot(row.id)
      this.#slots[slot] = row
      this.#stamps[slot] = this.#writes
    }
  }

  #newSlot(id: string): number {
    const slot = this.#slots.push(undefined) - 1
    this.#slotOf.set(id, slot)
    if (slot === this.#stamps.length) this.#stamps = grow(this.#stamps)
    if (this.#length === this.#order.length) this.#order = grow(this.#order)
    this.#order[this.#length++] = slot
    return slot
  }

  #drop(keep: (row: Row) => boolean): void {
    const order = new Uint32Array(Math.max(this.#order.length, 128))
    let length = 0
    for (const slot of this.order) {
      const row = this.#slots[slot]
      if (row && keep(row)) order[length++] = slot
      else if (row) {
        this.#slots[slot] = undefined
        this.#stamps[slot] = 0
        this.#slotOf.delete(row.id)
      }
    }
    this.#order = order
    this.#length = length
  }

  /** After a whole new walk: drops what was not seen and takes over the new order. */
  #settle(seen: ReadonlySet<string>): void {
    this.#drop((row) => seen.has(row.id))
    let at = 0
    for (const id of seen) {
      const slot = this.#slotOf.get(id)
      if (slot !== undefined) this.#order[at++] = slot
    }
  }

  #changed(): void {
    clearTimeout(this.#notifyTimer)
    this.#notifyTimer = undefined
    this.#toldAt = performance.now()
    this.#version++
    for (const listener of this.#listeners) listener()
  }

  /** Readers are told a few times a second: each look at a long list costs time. */
  #changedSoon(): void {
    this.#notifyTimer ??= setTimeout(() => this.#changed(), this.#pause())
  }

  /** ms. */
  #pause(): number {
    return this.#length < 5_000 ? 100 : this.#length < 30_000 ? 400 : 800
  }
}

const rowsOf = <Row>({ rows }: Page<Row, unknown>): readonly Row[] =>
  typeof rows === 'function' ? rows() : rows

/** Whether asking again may help: no answer, or one that says "not now". */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof TransportError &&
    (error.status === undefined || error.status >= 500 || error.status === 429)
  )
}

/** ms before asking again: what the service asked for, else growing and jittered. Never longer than 30 s. */
export function waitBefore(error: unknown, attempt: number): number {
  const asked = error instanceof TransportError ? error.retryAfter : undefined
  return Math.min(asked ?? 400 * 2 ** attempt * (0.75 + Math.random() / 2), 30_000)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
