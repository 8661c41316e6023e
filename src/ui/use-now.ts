import { useSyncExternalStore } from 'react'
import { serviceNow } from '#src/lib/service-time.ts'

// Module state: one clock for all components, which outlives each of them and has no other reader.
const listeners = new Set<() => void>()
let now = serviceNow()
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  if (document.visibilityState === 'hidden') return
  now = serviceNow()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    timer = setInterval(tick, 60_000)
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
}

/**
 * A snapshot must not change while React compares it, so the clock is read at most once a second. Beside the timer it is
 * read when it jumps: the first response tells how far the browser's clock is off.
 */
function read(): number {
  const real = serviceNow()
  if (Math.abs(real - now) > (timer ? 61_000 : 1000)) now = real
  return now
}

/**
 * The current time by the clock of the service, in ms since 1970, updated every minute by one shared timer that stops
 * while the page is hidden.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read)
}
