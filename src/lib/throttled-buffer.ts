/** Collects items and hands them on together, at most once per interval; `flush` hands them on at once. */
export class ThrottledBuffer<T> {
  readonly #onFlush: (items: readonly T[]) => void
  readonly #intervalMs: number
  #items: T[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #flushedAt = -Infinity

  constructor(intervalMs: number, onFlush: (items: readonly T[]) => void) {
    this.#intervalMs = intervalMs
    this.#onFlush = onFlush
  }

  add(items: readonly T[]): void {
    this.#items.push(...items)
    const waitMs = this.#flushedAt + this.#intervalMs - performance.now()
    if (waitMs <= 0) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), waitMs)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#items.length === 0) return
    const items = this.#items
    this.#items = []
    this.#flushedAt = performance.now()
    this.#onFlush(items)
  }
}
