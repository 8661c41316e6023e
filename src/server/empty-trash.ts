import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import { requireUser } from './call.ts'
import type { Call, Route } from './call.ts'
import { requireUnlocked } from './locks.ts'
import { clearDiscards, purge } from './purge.ts'

/** Items that are deleted before others are answered. */
const deletedAtOnce = 2000

const Trashed = v.object({ trash_id: v.string() })
const Key = v.object({ key: v.number() })

/**
 * `DELETE /file/trash` (contract.md §6.2): deletes for good what lies in the caller's trash now, with the links to it.
 * Throws 401, and 40073 for anything locked there, before anything is deleted. A lock that is taken while a full trash
 * is being emptied stops it at that point.
 */
async function emptyTrash(call: Call): Promise<void> {
  const { db } = call.context
  const user = requireUser(call)
  const whole = { ownerKey: user.key, host: 'trash', segments: [], isDeep: true } as const
  const there = db.query(
    'SELECT trash_id FROM files WHERE owner_key = ? AND trash_id IS NOT NULL',
    [user.key],
    Trashed,
  )
  try {
    for (let from = 0; from === 0 || from < there.length; from += deletedAtOnce) {
      if (from > 0) await nextTurn()
      const ids = there.slice(from, from + deletedAtOnce).map((row) => row.trash_id)
      db.transaction(() => {
        requireUnlocked(call, [whole])
        // Not by key: what was restored meanwhile is no longer meant.
        const rows = db.query(
          'SELECT key FROM files WHERE owner_key = ? AND trash_id IN (SELECT value FROM json_each(?))',
          [user.key, JSON.stringify(ids)],
          Key,
        )
        purge(
          db,
          rows.map(({ key }) => key),
        )
      })
    }
  } finally {
    await clearDiscards(call.context)
  }
}

export const emptyTrashRoutes: readonly Route[] = [['DELETE', '/file/trash', emptyTrash]]
