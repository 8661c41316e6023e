/** Least time between two announcements, in ms. */
const minIntervalMs = 2000
// Module state: one voice for the whole page, used by code outside React too, whichever live region is on it.
const regions: HTMLElement[] = []
let pending: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let last = -Infinity

function flush() {
  timer = undefined
  // Screen readers ignore what is outside an open modal dialog, so the region registered last is used.
  const region = regions.at(-1)
  if (pending === null || !region) return
  // Screen readers only announce a change: a repeated text gets a trailing space.
  region.textContent = region.textContent === pending ? `${pending}\u00a0` : pending
  pending = null
  last = Date.now()
}

/** Announces a text politely to screen readers: at most one every two seconds, and always the last one. */
export function announce(text: string): void {
  pending = text
  if (timer !== undefined) return
  const wait = Math.min(minIntervalMs, last + minIntervalMs - Date.now())
  if (wait <= 0) flush()
  else timer = setTimeout(flush, wait)
}

/**
 * Announces a state. The function that it returns takes the text back, so that no status line says what is over: return
 * it from an effect.
 */
export function announceState(text: string): () => void {
  announce(text)
  return () => {
    if (pending === text) pending = null
    for (const region of regions) {
      if (region.textContent?.trimEnd() === text) region.textContent = ''
    }
  }
}

/** Adds an `aria-live` element for announcements. Returns a function that removes it. */
export function registerLiveRegion(region: HTMLElement): () => void {
  regions.push(region)
  if (pending !== null && timer === undefined) flush()
  return () => {
    regions.splice(regions.indexOf(region), 1)
    if (regions.length > 0) return
    // The next region is told at once what was to be announced.
    clearTimeout(timer)
    timer = undefined
  }
}
