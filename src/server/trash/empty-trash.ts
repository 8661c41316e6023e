import * as v from 'valibot'
import { FileType } from '#src/contract/file.ts'
import { NoData } from '#src/contract/schema.ts'
import { requireUser } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { maxTimeSliceRows, runTimeSlice } from '#src/server/http/time-slices.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import { createStepwiseDeletion, removeDeletedContents } from './purge.ts'

/** Trash ids read before other requests get their turn. */
const pageSize = 2_000

const Page = v.object({
  ids: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
  last: v.nullable(v.number()),
})
/**
 * Items are read by trash id, not by key: those that were restored meanwhile must stay. The plus keeps SQLite from an
 * index of all that the owner has in the trash.
 */
const itemsByTrashId = `SELECT key, type FROM files
  WHERE trash_id IN (SELECT value FROM json_each(?)) AND +owner_key = ?`
const Item = v.object({ key: v.number(), type: v.number() })

/** The ids of what is in a user's trash. */
async function trashIds({ context, request }: RequestContext, ownerKey: number): Promise<string[]> {
  const { db, requests } = context
  const ids: string[] = []
  for (const type of [FileType.folder, FileType.file]) {
    for (let after: number | null = 0; after !== null;) {
      const page: v.InferOutput<typeof Page> | undefined = db.first(
        `SELECT json_group_array(trash_id) AS ids, max(key) AS last FROM (
           SELECT key, trash_id FROM files WHERE owner_key = ? AND type = ? AND trash_id IS NOT NULL AND key > ?
           ORDER BY key LIMIT ?)`,
        [ownerKey, type, after, pageSize],
        Page,
      )
      for (const id of page?.ids ?? []) ids.push(id)
      after = page?.last ?? null
      if (after !== null) await requests.whenAnswered(request)
    }
  }
  return ids
}

/**
 * `DELETE /file/trash` (docs/protocol.md §6.2): permanently deletes the current items of the caller's trash with their
 * shares. Throws 401, and 40073 when anything is locked there, before anything is deleted. A lock that is taken during
 * a long deletion stops it at that point.
 */
async function emptyTrash(ctx: RequestContext): Promise<void> {
  const { db, requests } = ctx.context
  const user = requireUser(ctx)
  const whole = { ownerKey: user.key, host: 'trash', segments: [], isDeep: true } as const
  const all = await trashIds(ctx, user.key)
  let done = 0
  /** Deletes items among the next ones; true when none of those are left. */
  const deletePart = (): boolean => {
    requireUnlocked(ctx, [whole])
    const ids = all.slice(done, done + maxTimeSliceRows)
    const items = db.query(itemsByTrashId, [JSON.stringify(ids), user.key], Item)
    return runTimeSlice(requests, createStepwiseDeletion(db, items))
  }
  try {
    do {
      if (db.transaction(deletePart)) done += maxTimeSliceRows
      if (done < all.length) await requests.whenAnswered(ctx.request)
    } while (done < all.length)
  } finally {
    await removeDeletedContents(ctx.context)
  }
}

export const emptyTrashRoutes: readonly Route[] = [
  ['DELETE', '/file/trash', route(NoData, emptyTrash)],
]
