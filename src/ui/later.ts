import { useEffect, useState } from 'react'
import { loadWords } from '../i18n/catalogues.ts'
import type { LaterGroup } from '../i18n/messages.ts'

/** A part of the page that could not be fetched: most often a new version replaced it. */
export class ChunkGoneError extends Error {
  override name = 'ChunkGoneError'
}

export type Later<T> = {
  /** Fetches it; asking again after a failure tries again. Throws {@link ChunkGoneError}. */
  load: () => Promise<T>
  /**
   * The code, or undefined while it is on its way. When it cannot be had this throws to the nearest boundary, or,
   * `quietly`, waits for the network to come back.
   */
  useCode: (isWanted: boolean, how?: 'quietly') => T | undefined
}

let isAtRest = false
const forRest = new Set<() => Promise<unknown>>()

/** Fetches what was kept for a quiet moment: once the page has rows, and before the network may go away. */
export async function fetchAtRest(): Promise<void> {
  isAtRest = true
  await Promise.allSettled([...forRest].map((load) => load()))
}

/**
 * Code that is fetched when it is first wanted, or at rest, together with the words that it speaks, and drawn at once
 * ever after. Call it outside components.
 */
export function later<T>(
  fetchCode: () => Promise<T>,
  words: readonly LaterGroup[] = [],
  when: 'wanted' | 'at rest' = 'wanted',
): Later<T> {
  let loaded: { code: T } | undefined
  let loading: Promise<T> | undefined

  const fetchBoth = async (): Promise<T> => {
    try {
      const [code] = await Promise.all([fetchCode(), loadWords(words)])
      loaded = { code }
      return code
    } catch (cause) {
      loading = undefined
      throw new ChunkGoneError('', { cause })
    }
  }
  const load = (): Promise<T> => (loading ??= fetchBoth())

  const useCode = (isWanted: boolean, how?: 'quietly'): T | undefined => {
    const [arrived, setArrived] = useState(loaded)
    useEffect(() => {
      if (!isWanted || arrived) return undefined
      const stop = new AbortController()
      const fetchIt = () => {
        load().then(
          () => stop.signal.aborted || setArrived(loaded),
          (error: unknown) => {
            if (stop.signal.aborted) return
            if (how) addEventListener('online', fetchIt, { once: true, signal: stop.signal })
            else
              setArrived(() => {
                throw error
              })
          },
        )
      }
      fetchIt()
      return () => stop.abort()
    }, [isWanted, arrived, how])
    return (arrived ?? loaded)?.code
  }

  if (when === 'at rest') {
    forRest.add(load)
    // Defined by a page that was entered later: that page comes first.
    if (isAtRest) setTimeout(() => void load().catch(() => undefined), 1500)
  }
  return { load, useCode }
}
