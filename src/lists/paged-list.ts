import { type ReappearedRowRule, IndexedRows } from './indexed-rows.ts'
import type { LoadState } from './loading/load-state.ts'
import {
  EndlessListError,
  type Page,
  PageLoader,
  type PageSource,
  rowsOfPage,
} from './loading/page-loader.ts'

const maxPagesWithoutNewRows = 50

/** Time between two notifications, in ms: rendering a long list takes long. */
const notifyDelayMs = (size: number): number => (size < 5_000 ? 100 : size < 30_000 ? 400 : 800)

/** A version and its listeners for `useSyncExternalStore`. Changes in quick succession are notified together. */
class ChangeNotifier {
  readonly #listeners = new Set<() => void>()
  #version = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  get hasSubscribers(): boolean {
    return this.#listeners.size > 0
  }
  readonly version = (): number => this.#version

  notifyNow(): void {
    this.cancel()
    this.#version++
    for (const listener of this.#listeners) listener()
  }

  /** Notifies after the delay, unless something notifies before. */
  notifySoon(delayMs: number): void {
    this.#timer ??= setTimeout(() => this.notifyNow(), delayMs)
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/**
 * A long list, loaded page by page in the background and read through `useSyncExternalStore`. One react-query entry
 * holds one PagedList. It is mutated in place, so that 100,000 rows are never copied.
 */
export class PagedList<Row extends { readonly id: string }, Head = unknown> {
  readonly #loader: PageLoader<Row, Head>
  readonly #rows: IndexedRows<Row>
  readonly #notifier = new ChangeNotifier()
  #loadState: LoadState = { at: 'loading' }
  #abort: AbortController | undefined
  #head: Head | undefined
  #hasBeenComplete = false
  #isIncomplete = false
  #isChangedElsewhere = false
  /** Whether the list became out of date while it was loading. */
  #isStale = false
  /** Ids that a reload has met so far, in order; undefined during the first load. */
  #reloadedIds: Set<string> | undefined
  /** Ids written during a load: pages that were read before the write are out of date for them. */
  readonly #writtenIds = new Set<string>()
  #currentLoad = { endRowIndex: Infinity }
  /** Row indexes of rows that came with a write instead of a page. */
  readonly #arrived = new Set<number>()
  /** Written ids whose rows only changed: the load says whether they are still in the list. */
  readonly #replacedIds = new Set<string>()

  private constructor(source: PageSource<Row, unknown, Head>, rules?: ReappearedRowRule<Row>) {
    this.#loader = new PageLoader(source)
    this.#rows = new IndexedRows(rules)
  }

  static from<Row extends { readonly id: string }, Param, Head = unknown>(
    source: PageSource<Row, Param, Head>,
    rules?: ReappearedRowRule<Row>,
  ): PagedList<Row, Head> {
    return new PagedList<Row, Head>(source as PageSource<Row, unknown, Head>, rules)
  }

  readonly subscribe = this.#notifier.subscribe
  readonly version = this.#notifier.version

  get hasSubscribers(): boolean {
    return this.#notifier.hasSubscribers
  }
  get loadState(): LoadState {
    return this.#loadState
  }
  /** What the first page of the newest load said about the list as a whole. */
  get head(): Head | undefined {
    return this.#head
  }
  /** Whether a load has reached the last page; a later one replaces rows in place. */
  get hasBeenComplete(): boolean {
    return this.#hasBeenComplete
  }
  /** Whether the service ended the search early: there may be more rows than the list has when it is complete. */
  get isIncomplete(): boolean {
    return this.#isIncomplete
  }
  /** Whether others have changed something since the last load began, which a reload would show. */
  get isChangedElsewhere(): boolean {
    return this.#isChangedElsewhere
  }
  /** Grows when rows are added or replaced, not when they are removed. */
  get writes(): number {
    return this.#rows.writes
  }
  /** By row index, the number of the write that its row came with; 0 for an empty row index. */
  get stamps(): Uint32Array {
    return this.#rows.stamps
  }
  get size(): number {
    return this.#rows.size
  }
  /** One more than the highest row index in use; a row index is never given to another row. */
  get nextRowIndex(): number {
    return this.#rows.nextRowIndex
  }
  /** The load under way, else the next one: `endRowIndex` is infinite until it is complete, then what ends its rows. */
  readonly currentLoad = (): { readonly endRowIndex: number } => this.#currentLoad
  /** Row indexes in the order of the service. Valid until the next version. */
  get order(): Uint32Array {
    return this.#rows.order
  }
  at(rowIndex: number): Row | undefined {
    return this.#rows.at(rowIndex)
  }
  hasArrived(rowIndex: number): boolean {
    return this.#arrived.has(rowIndex)
  }
  rowIndexOfId(id: string): number | undefined {
    return this.#rows.rowIndexOfId(id)
  }

  /** Reads the first page, then loads the others in the background. Rejects when the first page cannot be read. */
  async start(signal?: AbortSignal): Promise<this> {
    const abort = this.#begin()
    const forward = () => abort.abort(signal?.reason)
    signal?.addEventListener('abort', forward)
    try {
      const page = await this.#loader.first(abort.signal)
      this.#head = page.head
      this.#isIncomplete = page.isIncomplete ?? false
      this.#rows.put(rowsOfPage(page))
      this.#notifier.notifyNow()
      if (page.next === undefined) this.#complete()
      else void this.#load(page.next, abort)
      return this
    } finally {
      signal?.removeEventListener('abort', forward)
    }
  }

  /** Continues a load that has stopped, from the page that could not be read. */
  resume(): void {
    if (this.#loadState.at !== 'stopped') return
    const abort = this.#begin()
    this.#notifier.notifyNow()
    void this.#load(this.#loader.current, abort)
  }

  /** Loads all pages again: rows are replaced in place, new ones added, and those that are gone removed at the end. */
  async reload(): Promise<void> {
    const abort = this.#begin()
    this.#forgetWrites()
    this.#isChangedElsewhere = false
    this.#isStale = false
    this.#reloadedIds = new Set()
    this.#notifier.notifyNow()
    await this.#load(undefined, abort)
  }

  /** Stops loading: no further request is sent. */
  close(): void {
    this.#abort?.abort(new DOMException('closed', 'AbortError'))
    this.#notifier.cancel()
  }

  /** Replaces or adds rows that the service confirmed; a running load keeps them. */
  put(rows: readonly Row[]): void {
    const first = this.nextRowIndex
    this.#rows.put(rows)
    for (let added = first; added < this.nextRowIndex; added++) this.#arrived.add(added)
    for (const { id } of rows) {
      this.#reloadedIds?.add(id)
      if (this.#loadState.at !== 'complete') this.#writtenIds.add(id)
    }
    this.#notifier.notifyNow()
  }

  /** Replaces rows that have changed. A running load keeps the change; whether the rows are still there it says itself. */
  replace(rows: readonly Row[]): void {
    this.#rows.put(rows)
    if (this.#loadState.at !== 'complete')
      for (const { id } of rows) {
        this.#writtenIds.add(id)
        this.#replacedIds.add(id)
      }
    this.#notifier.notifyNow()
  }

  putHead(head: Head): void {
    this.#head = head
    this.#notifier.notifyNow()
  }

  /** Removes rows that the service confirmed to be gone; a running load does not bring them back. */
  remove(ids: ReadonlySet<string>): void {
    if (ids.size === 0) return
    this.#rows.removeWhere(({ id }) => ids.has(id))
    for (const id of ids) {
      this.#reloadedIds?.delete(id)
      this.#replacedIds.delete(id)
      if (this.#loadState.at !== 'complete') this.#writtenIds.add(id)
    }
    // Listeners are told at once, so that no message says that rows are gone which are still on screen.
    this.#notifier.notifyNow()
  }

  /** Hides rows that are about to be removed, or shows them again in their places; they stay hidden through a reload. */
  setHidden(ids: ReadonlySet<string>, isHidden: boolean): void {
    this.#rows.setHidden(ids, isHidden)
    this.#notifier.notifyNow()
  }

  /** Marks the list as out of date: once it is complete, it is reloaded when its page is entered. */
  markStale(): void {
    this.#isStale = true
    if (this.#loadState.at === 'complete') this.#loadState = { at: 'complete', since: 0 }
  }

  /** Says that a reload would show changes of others; it is left to the user. */
  markChangedElsewhere(): void {
    this.#isChangedElsewhere = true
    this.#notifier.notifyNow()
  }

  #begin(): AbortController {
    this.#abort?.abort(new DOMException('superseded', 'AbortError'))
    this.#abort = new AbortController()
    this.#loadState = { at: 'loading' }
    return this.#abort
  }

  async #load(from: unknown, abort: AbortController): Promise<void> {
    let pagesWithoutNewRows = 0
    try {
      for await (const { page, isFirst } of this.#loader.pages(from, abort.signal)) {
        if (isFirst) this.#head = page.head
        this.#isIncomplete = (page.isIncomplete ?? false) || (this.#isIncomplete && !isFirst)
        pagesWithoutNewRows = this.#take(page) > 0 ? 0 : pagesWithoutNewRows + 1
        if (pagesWithoutNewRows > maxPagesWithoutNewRows) throw new EndlessListError()
        this.#notifier.notifySoon(notifyDelayMs(this.#rows.size))
      }
      if (!abort.signal.aborted) this.#complete()
    } catch (error) {
      if (abort.signal.aborted) return
      this.#loadState = { at: 'stopped', error: error as Error }
      abort.abort()
      this.#notifier.notifyNow()
    }
  }

  /** Takes over the rows of a page and returns how many of them this load had not met. */
  #take(page: Page<Row, unknown, Head>): number {
    const met = () => this.#reloadedIds?.size ?? this.#rows.nextRowIndex
    const before = met()
    const all = rowsOfPage(page)
    const rows =
      this.#writtenIds.size === 0 ? all : all.filter(({ id }) => !this.#writtenIds.has(id))
    this.#rows.put(rows)
    if (this.#reloadedIds)
      for (const { id } of all)
        if (!this.#writtenIds.has(id) || this.#replacedIds.has(id)) this.#reloadedIds.add(id)
    return met() - before
  }

  #forgetWrites(): void {
    this.#writtenIds.clear()
    this.#replacedIds.clear()
  }

  #complete(): void {
    if (this.#reloadedIds) this.#rows.keepInOrder(this.#reloadedIds)
    this.#reloadedIds = undefined
    this.#forgetWrites()
    this.#hasBeenComplete = true
    this.#currentLoad.endRowIndex = this.nextRowIndex
    this.#currentLoad = { endRowIndex: Infinity }
    this.#loadState = { at: 'complete', since: this.#isStale ? 0 : Date.now() }
    this.#notifier.notifyNow()
  }
}
