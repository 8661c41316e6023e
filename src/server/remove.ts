import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import { Capability, hasFlag } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { Uris, readUris, refuseFailed, requireItemsUnlocked, resolveBatch } from './batch.ts'
import { readBody } from './call.ts'
import type { Call, Route } from './call.ts'
import type { Db } from './db.ts'
import { Refusal } from './envelope.ts'
import { lockTarget, requireCapability } from './resolve.ts'
import type { Store } from './store.ts'
import { thumbId } from './thumbs.ts'
import { putInTrash } from './trash.ts'

const Remove = v.object({
  uris: Uris,
  skip_soft_delete: v.nullish(v.boolean()),
  unlink: v.nullish(v.boolean()),
})
/** Group permission to keep the contents of what is deleted. */
const advancedDelete = 12

const Below = v.object({ key: v.number(), depth: v.number() })
const Content = v.object({ id: v.string() })

/** Deletes items with all they hold, links to them included; returns the ids of the contents that nobody needs now. */
function purge(db: Db, keys: readonly number[]): string[] {
  const below = db.query(
    `WITH RECURSIVE below (key, depth) AS (
       SELECT value, 0 FROM json_each(?)
       UNION ALL
       SELECT f.key, below.depth + 1 FROM below JOIN files f ON f.parent_key = below.key
     ) SELECT key, depth FROM below`,
    [JSON.stringify(keys)],
    Below,
  )
  const levels: number[][] = []
  for (const { key, depth } of below) (levels[depth] ??= []).push(key)
  const all = JSON.stringify(below.map(({ key }) => key))
  const contents = db.query(
    `SELECT id FROM entities WHERE file_key IN (SELECT value FROM json_each(?))
     UNION ALL SELECT entity_id FROM uploads WHERE file_key IN (SELECT value FROM json_each(?))`,
    [all, all],
    Content,
  )
  // From the bottom up: a cascade through a deep tree would be a recursion as deep.
  for (const level of levels.reverse()) {
    db.run('DELETE FROM files WHERE key IN (SELECT value FROM json_each(?))', [
      JSON.stringify(level),
    ])
  }
  return contents.map(({ id }) => id)
}

/** Removes contents, their thumbnails and what had come of uploads, a few at a time, so that others are answered in between. */
async function removeContents(store: Store, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    store.remove(id)
    store.remove(thumbId(id))
    store.drop(id)
    if (index % 200 === 199) await nextTurn()
  }
}

/**
 * `DELETE /file` (contract.md §6.1): to the owner's trash, or for good with `skip_soft_delete`. Items that cannot be
 * deleted fail alone (40081: 401, 403, 40016); a lock on any other stops all of it (40073). `unlink` keeps the contents
 * and is 403 without the permission for it.
 */
async function removeItems(call: Call): Promise<void> {
  const { db, store, now } = call.context
  const body = await readBody(call, Remove)
  const uris = readUris(body.uris)
  if (body.unlink && !hasFlag(call.user?.permission, advancedDelete)) {
    throw new Refusal(Code.forbidden, 'advance delete permission is required')
  }
  const wanted = body.skip_soft_delete ? Capability.deletePermanently : Capability.softDelete
  const { failures, contents } = db.transaction(() => {
    const { items, failures } = resolveBatch(call, uris, ({ place }) =>
      requireCapability(place, wanted),
    )
    requireItemsUnlocked(call, items, ({ place }) => [lockTarget(place)])
    if (body.skip_soft_delete) {
      const keys = items.map(({ file }) => file.key)
      return { failures, contents: purge(db, keys) }
    }
    for (const { place, file } of items) {
      const { segments, owner } = place
      putInTrash(db, file.key, { segments, at: now(), retentionSeconds: owner.trash_retention })
    }
    return { failures, contents: [] }
  })
  // Only now that nothing names them any more.
  if (!body.unlink) await removeContents(store, contents)
  refuseFailed(failures)
}

export const removeRoutes: readonly Route[] = [['DELETE', '/file', removeItems]]
