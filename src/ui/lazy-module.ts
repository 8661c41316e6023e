import { useEffect, useState } from 'react'
import { loadOnce } from '#src/lib/load-once.ts'
import { ChunkLoadError } from './chunks.ts'

export type LazyModule<T> = {
  /** Undefined until it has been fetched. */
  loaded: () => T | undefined
  /** Fetches it; after a failure the next call tries again. Rejects with {@link ChunkLoadError}. */
  load: () => Promise<T>
  /**
   * The module, or undefined while it is loading. A failure is thrown to the nearest error boundary; an `optional`
   * module is tried again when the browser is back online. One for `when idle` is also optional, and is not fetched
   * before the page is idle.
   */
  useModule: (isWanted: boolean, how?: 'optional' | 'when idle') => T | undefined
}

export type LazyModuleOptions = {
  /** Whether it is also fetched when the page is idle, so that it is there when the network is not. */
  preload?: boolean
}

let isIdle = false
let setIdle = () => {}
/** Resolves when the page is first idle. */
export const firstIdle = new Promise<void>((resolve) => (setIdle = resolve))
const idleLoads = new Set<() => Promise<unknown>>()

/** Loads every module that asked to be preloaded. */
export async function preloadWhenIdle(): Promise<void> {
  isIdle = true
  setIdle()
  await Promise.allSettled([...idleLoads].map((load) => load()))
}

/**
 * A module that is fetched when it is first needed or when the page is idle. Call it outside components.
 */
export function lazyModule<T>(
  fetchModule: () => Promise<T>,
  { preload = true }: LazyModuleOptions = {},
): LazyModule<T> {
  let loaded: { module: T } | undefined

  const load = loadOnce(async (): Promise<T> => {
    try {
      const module = await fetchModule()
      loaded = { module }
      return module
    } catch (cause) {
      throw new ChunkLoadError('', { cause })
    }
  })

  const useModule = (isWanted: boolean, how?: 'optional' | 'when idle'): T | undefined => {
    const [arrived, setArrived] = useState(loaded)
    useEffect(() => {
      if (!isWanted || arrived) return undefined
      const stop = new AbortController()
      const fetchIt = async () => {
        if (how === 'when idle') await firstIdle
        await load().then(
          () => stop.signal.aborted || setArrived(loaded),
          (error: unknown) => {
            if (stop.signal.aborted) return
            if (how)
              addEventListener('online', () => void fetchIt(), { once: true, signal: stop.signal })
            else
              setArrived(() => {
                throw error
              })
          },
        )
      }
      void fetchIt()
      return () => stop.abort()
    }, [isWanted, arrived, how])
    return (arrived ?? loaded)?.module
  }

  if (preload) {
    idleLoads.add(load)
    // Modules of a page that was entered later are fetched after the page itself.
    if (isIdle) setTimeout(() => void load().catch(() => undefined), 1500)
  }
  return { loaded: () => loaded?.module, load, useModule }
}
