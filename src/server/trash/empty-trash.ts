import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import { requireUser } from '#src/server/http/call.ts'
import type { Call, Route } from '#src/server/http/call.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import type { Db } from '#src/server/storage/db.ts'
import { deleteAll, deletionSize, removeDeletedContents } from './purge.ts'

/** Trash ids read before other requests get their turn. */
const pageSize = 10_000

const Page = v.object({
  ids: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
  last: v.nullable(v.number()),
})
const Item = v.object({ key: v.number(), type: v.number() })

/** The ids of what is in a user's trash. */
async function trashIds(db: Db, ownerKey: number): Promise<string[]> {
  const ids: string[] = []
  for (let after: number | null = 0; after !== null;) {
    const page: v.InferOutput<typeof Page> | undefined = db.first(
      `SELECT json_group_array(trash_id) AS ids, max(key) AS last FROM (
         SELECT key, trash_id FROM files WHERE owner_key = ? AND trash_id IS NOT NULL AND key > ? ORDER BY key LIMIT ?)`,
      [ownerKey, after, pageSize],
      Page,
    )
    for (const id of page?.ids ?? []) ids.push(id)
    after = page?.last ?? null
    if (after !== null) await nextTurn()
  }
  return ids
}

/**
 * `DELETE /file/trash` (docs/protocol.md §6.2): permanently deletes the current items of the caller's trash with their
 * shares. Throws 401, and 40073 when anything is locked there, before anything is deleted. A lock that is taken during
 * a long deletion stops it at that point.
 */
async function emptyTrash(call: Call): Promise<void> {
  const { db } = call.context
  const user = requireUser(call)
  const whole = { ownerKey: user.key, host: 'trash', segments: [], isDeep: true } as const
  const all = await trashIds(db, user.key)
  let done = 0
  let isFirst = true
  try {
    while (done < all.length || isFirst) {
      if (!isFirst) await nextTurn()
      isFirst = false
      const ids = all.slice(done, done + deletionSize)
      const isDone = db.transaction(() => {
        requireUnlocked(call, [whole])
        // By trash id, not by key: items that were restored meanwhile must stay.
        const items = db.query(
          'SELECT key, type FROM files WHERE owner_key = ? AND trash_id IN (SELECT value FROM json_each(?))',
          [user.key, JSON.stringify(ids)],
          Item,
        )
        return deleteAll(db, items, deletionSize).isDone
      })
      if (isDone) done += ids.length
    }
  } finally {
    await removeDeletedContents(call.context)
  }
}

export const emptyTrashRoutes: readonly Route[] = [['DELETE', '/file/trash', emptyTrash]]
