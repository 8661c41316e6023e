import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  if (document.visibilityState === 'hidden') return
  now = Date.now()
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

// A snapshot must not change while React compares it, so the clock is read at most once a second.
function read(): number {
  const real = Date.now()
  if (timer === undefined && Math.abs(real - now) > 1000) now = real
  return now
}

/** The current time, updated every minute by one shared timer that stops while the page is hidden. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read)
}
