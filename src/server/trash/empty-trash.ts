import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import { requireUser } from '#src/server/http/call.ts'
import type { Call, Route } from '#src/server/http/call.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import { removeDeletedContents, deletePermanently } from './purge.ts'

/** Items deleted in one transaction, before other requests get their turn. */
const batchSize = 2000

const Trashed = v.object({ trash_id: v.string() })
const Key = v.object({ key: v.number() })

/**
 * `DELETE /file/trash` (docs/protocol.md §6.2): permanently deletes the current items of the caller's trash with their
 * shares. Throws 401, and 40073 when anything is locked there, before anything is deleted. A lock that is taken during
 * a long deletion stops it at that point.
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
    for (let from = 0; from === 0 || from < there.length; from += batchSize) {
      if (from > 0) await nextTurn()
      const ids = there.slice(from, from + batchSize).map((row) => row.trash_id)
      db.transaction(() => {
        requireUnlocked(call, [whole])
        // By trash id, not by key: items that were restored meanwhile must stay.
        const rows = db.query(
          'SELECT key FROM files WHERE owner_key = ? AND trash_id IN (SELECT value FROM json_each(?))',
          [user.key, JSON.stringify(ids)],
          Key,
        )
        deletePermanently(
          db,
          rows.map(({ key }) => key),
        )
      })
    }
  } finally {
    await removeDeletedContents(call.context)
  }
}

export const emptyTrashRoutes: readonly Route[] = [['DELETE', '/file/trash', emptyTrash]]
