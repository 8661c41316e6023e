const pause = 2000
const regions: HTMLElement[] = []
let pending: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let last = -Infinity

function flush() {
  timer = undefined
  // Everything outside a modal dialog is inert and silent, so the region mounted last speaks.
  const region = regions.at(-1)
  if (pending === null || !region) return
  // The same words twice are a change only if something in them differs.
  region.textContent = region.textContent === pending ? `${pending}\u00a0` : pending
  pending = null
  last = Date.now()
}

/** Says something politely to screen readers: at most every two seconds, and the last words always. */
export function announce(text: string): void {
  pending = text
  if (timer !== undefined) return
  const wait = Math.min(pause, last + pause - Date.now())
  if (wait <= 0) flush()
  else timer = setTimeout(flush, wait)
}

export function addRegion(region: HTMLElement): () => void {
  regions.push(region)
  if (pending !== null && timer === undefined) flush()
  return () => {
    regions.splice(regions.indexOf(region), 1)
  }
}
