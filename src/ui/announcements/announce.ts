/** Least time between two announcements, in ms. */
const minIntervalMs = 2000

class Announcer {
  readonly #regions: HTMLElement[] = []
  #pending: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #announcedAt = -Infinity

  announce(text: string): void {
    this.#pending = text
    // Without a region it waits for the next one.
    if (this.#timer !== undefined || this.#regions.length === 0) return
    const wait = Math.min(minIntervalMs, this.#announcedAt + minIntervalMs - Date.now())
    if (wait <= 0) this.#flush()
    else this.#timer = setTimeout(() => this.#flush(), wait)
  }

  takeBack(text: string): void {
    if (this.#pending === text) this.#pending = null
    for (const region of this.#regions) {
      if (region.textContent?.trimEnd() === text) region.textContent = ''
    }
  }

  addRegion(region: HTMLElement): void {
    this.#regions.push(region)
    if (this.#pending !== null && this.#timer === undefined) this.#flush()
  }

  removeRegion(region: HTMLElement): void {
    this.#regions.splice(this.#regions.indexOf(region), 1)
    if (this.#regions.length > 0) return
    // The next region is told at once what was to be announced.
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  clear(): void {
    this.#pending = null
    for (const region of this.#regions) region.textContent = ''
  }

  #flush(): void {
    this.#timer = undefined
    // Screen readers ignore what is outside an open modal dialog, so the region registered last is used.
    const region = this.#regions.at(-1)
    const text = this.#pending
    if (text === null || !region) return
    // Screen readers only announce a change: a repeated text gets a trailing space.
    region.textContent = region.textContent === text ? `${text}\u00a0` : text
    this.#pending = null
    this.#announcedAt = Date.now()
  }
}

/** One for the whole page: code outside React announces too, whichever live region is on the page. */
const announcer = new Announcer()

/** Announces a text politely to screen readers: at most one every two seconds, and always the last one. */
export const announce = (text: string): void => announcer.announce(text)

/**
 * Announces a state. The function that it returns takes the text back, so that no status line says what is over: return
 * it from an effect.
 */
export function announceUntilCleanup(text: string): () => void {
  announcer.announce(text)
  return () => announcer.takeBack(text)
}

/** Leaves nothing that was announced, or is to be, for the next user. */
export const clearAnnouncements = (): void => announcer.clear()

/** Adds an `aria-live` element for announcements. Returns a function that removes it. */
export function registerLiveRegion(region: HTMLElement): () => void {
  announcer.addRegion(region)
  return () => announcer.removeRegion(region)
}
