/** A version and its listeners for `useSyncExternalStore`. Changes in quick succession are notified together. */
export class ChangeNotifier {
  readonly #delay: () => number
  readonly #listeners = new Set<() => void>()
  #version = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `delay` returns the time by which `notifySoon` is put off, in ms. */
  constructor(delay: () => number) {
    this.#delay = delay
  }

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
  notifySoon(): void {
    this.#timer ??= setTimeout(() => this.notifyNow(), this.#delay())
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
