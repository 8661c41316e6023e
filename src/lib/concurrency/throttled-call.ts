/** Calls a function at most once per interval: at once, or when the interval is over; `flush` makes a pending call at once. */
export class ThrottledCall {
  readonly #call: () => void
  readonly #intervalMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #calledAt = -Infinity

  constructor(intervalMs: number, call: () => void) {
    this.#call = call
    this.#intervalMs = intervalMs
  }

  request(): void {
    const waitMs = this.#calledAt + this.#intervalMs - performance.now()
    if (waitMs <= 0) this.#callNow()
    else this.#timer ??= setTimeout(() => this.#callNow(), waitMs)
  }

  flush(): void {
    if (this.#timer !== undefined) this.#callNow()
  }

  /** Forgets a pending call. */
  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #callNow(): void {
    this.cancel()
    this.#calledAt = performance.now()
    this.#call()
  }
}
