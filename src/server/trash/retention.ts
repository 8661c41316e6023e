import * as v from 'valibot'
import { maxTimeSliceRows, runTimeSlice } from '#src/server/http/time-slices.ts'
import type { TimeSliceContext } from '#src/server/http/time-slices.ts'
import type { ContentStore } from '#src/server/storage/content-store.ts'
import type { Db } from '#src/server/storage/db.ts'
import { readSetting, writeSetting } from '#src/server/storage/schema.ts'
import { createStepwiseDeletion, removeDeletedContents } from './purge.ts'

/** Minimum of milliseconds between two runs. */
const minIntervalMs = 60_000
/** Milliseconds after a start before anything is deleted: time to stop a service whose clock is wrong. */
const startDelayMs = 3600_000
const day = 24 * 3600_000
/** Setting with the latest retention end that was deleted, in ms since 1970. */
const cutoffSetting = 'retention_cutoff'

const Due = v.object({ key: v.number(), type: v.number() })

/** Trashed items whose retention has ended. An item stays while it, or anything in it, is locked. */
const due = `SELECT f.key, f.type FROM files f
  WHERE f.trash_id IS NOT NULL AND f.collect_at <= ? AND NOT EXISTS (
    SELECT 1 FROM locks l WHERE l.owner_key = f.owner_key AND l.host = 'trash'
      AND (l.path = '/' || f.trash_id OR l.path > '/' || f.trash_id || '/' AND l.path < '/' || f.trash_id || '0')
      AND (l.expires_at IS NULL OR l.expires_at > ?))
  ORDER BY f.collect_at LIMIT ?`

/** Time of the last change of any file, in ms since 1970; undefined when there is none. Reads two indices, not the rows. */
function lastChange(db: Db): number | undefined {
  const sql = `SELECT max(updated_at) AS time FROM (
    SELECT max(updated_at) AS updated_at FROM files INDEXED BY files_by_updated WHERE parent_key IS NOT NULL
    UNION ALL
    SELECT max(updated_at) FROM files INDEXED BY trash_by_updated WHERE trash_id IS NOT NULL)`
  return db.first(sql, [], v.object({ time: v.nullable(v.number()) }))?.time ?? undefined
}

/** Deletes trashed items whose retention has ended (docs/protocol.md §4.8). */
export type RetentionJob = {
  /** Runs unless it ran within the last minute. Deletes the first items synchronously, the others later. */
  runIfDue(): void
}

/**
 * Creates the retention job of a service. `now` is in milliseconds since 1970, `uptime` in milliseconds since the start,
 * by a clock that cannot be set. Nothing is deleted in the first hour. After a jump of the clock, or a long pause, the
 * backlog is deleted gradually: one day's worth at once, then two a day.
 */
export function createRetentionJob({
  db,
  store,
  requests,
  now,
  uptime,
}: TimeSliceContext & {
  store: ContentStore
  now: () => number
  uptime: () => number
}): RetentionJob {
  let lastRunAt = -Infinity
  let isRunning = false
  let hasWarned = false
  const firstCutoff = Number(readSetting(db, cutoffSetting) ?? lastChange(db) ?? now())

  /** Items whose retention ended by then may be deleted. */
  function cutoff(): number {
    const limit = firstCutoff + day + 2 * uptime()
    if (now() > limit && !hasWarned) {
      hasWarned = true
      const days = Math.round((now() - firstCutoff) / day)
      console.warn(
        `Latchkey: the clock is ${days} days ahead of the last run; the trash is emptied a day's worth at a time.`,
      )
    }
    return Math.min(now(), limit)
  }

  /** Deletes one batch; true when there may be more. */
  function deleteBatch(): boolean {
    return db.transaction(() => {
      const until = cutoff()
      const items = db.query(due, [Math.floor(until / 1000), now(), maxTimeSliceRows], Due)
      const isDone = runTimeSlice(requests, createStepwiseDeletion(db, items))
      writeSetting(db, cutoffSetting, String(until))
      return !isDone || items.length === maxTimeSliceRows
    })
  }

  async function run(): Promise<void> {
    try {
      let hasMore = deleteBatch()
      if (isRunning) return
      isRunning = true
      while (hasMore) {
        await requests.whenAnswered()
        hasMore = db.isOpen() && deleteBatch()
      }
      await removeDeletedContents({ db, store })
      isRunning = false
    } catch (error) {
      isRunning = false
      console.error('Latchkey: expired items of the trash could not be deleted', error)
    }
  }

  return {
    runIfDue() {
      if (uptime() < startDelayMs || Math.abs(now() - lastRunAt) < minIntervalMs) return
      lastRunAt = now()
      void run()
    },
  }
}
