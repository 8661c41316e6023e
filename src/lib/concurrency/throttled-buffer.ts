import { ThrottledCall } from './throttled-call.ts'

/** Collects items and hands them on together, at most once per interval; `flush` hands them on at once. */
export class ThrottledBuffer<T> {
  readonly #handOn: ThrottledCall
  #items: T[] = []

  constructor(intervalMs: number, onFlush: (items: readonly T[]) => void) {
    this.#handOn = new ThrottledCall(intervalMs, () => {
      const items = this.#items
      this.#items = []
      onFlush(items)
    })
  }

  add(items: readonly T[]): void {
    this.#items.push(...items)
    this.#handOn.request()
  }

  flush(): void {
    this.#handOn.flush()
  }
}
