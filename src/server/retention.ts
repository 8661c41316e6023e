import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import type { Db } from './db.ts'
import { clearDiscards, purge } from './purge.ts'
import type { Store } from './store.ts'

/** Milliseconds between two sweeps that requests bring about. */
const rest = 60_000
/** Items that are collected before others are answered. */
const collectedAtOnce = 500

const Due = v.object({ key: v.number() })

/** What lies in any trash past its time. What is locked there, or holds something locked, stays until it is free. */
const due = `SELECT f.key FROM files f
  WHERE f.trash_id IS NOT NULL AND f.collect_at <= ? AND NOT EXISTS (
    SELECT 1 FROM locks l WHERE l.owner_key = f.owner_key AND l.host = 'trash'
      AND (l.path = '/' || f.trash_id OR l.path > '/' || f.trash_id || '/' AND l.path < '/' || f.trash_id || '0')
      AND (l.expires_at IS NULL OR l.expires_at > ?))
  ORDER BY f.collect_at LIMIT ?`

/** Empties every trash of what is past its time (contract.md §4.7). */
export type Collector = {
  /** Sweeps unless that was done within the last minute. The first 500 items are gone when it returns. */
  tick(): void
}

/** Makes the collector of a service. `now` is in milliseconds since 1970. */
export function createCollector({
  db,
  store,
  now,
}: {
  db: Db
  store: Store
  now: () => number
}): Collector {
  let sweptAt = -Infinity
  let isGoingOn = false

  /** Whether there may be more. */
  function collectSome(): boolean {
    return db.transaction(() => {
      const params = [Math.floor(now() / 1000), now(), collectedAtOnce]
      const keys = db.query(due, params, Due).map(({ key }) => key)
      if (keys.length > 0) purge(db, keys)
      return keys.length === collectedAtOnce
    })
  }

  async function sweep(): Promise<void> {
    try {
      let isMore = collectSome()
      if (isGoingOn) return
      isGoingOn = true
      while (isMore) {
        await nextTurn()
        isMore = db.isOpen() && collectSome()
      }
      await clearDiscards({ db, store })
      isGoingOn = false
    } catch (error) {
      isGoingOn = false
      console.error('Latchkey: the trash could not be collected', error)
    }
  }

  return {
    tick() {
      if (Math.abs(now() - sweptAt) < rest) return
      sweptAt = now()
      void sweep()
    },
  }
}
