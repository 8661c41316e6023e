import * as v from 'valibot'
import { Capability, hasFlag } from '#src/contract/boolset.ts'
import { Code } from '#src/contract/codes.ts'
import { Uris, readUris, refuseFailed, requireItemsUnlocked, resolveBatch } from './batch.ts'
import { readBody } from './call.ts'
import type { Call, Route } from './call.ts'
import { Refusal } from './envelope.ts'
import { clearDiscards, purge } from './purge.ts'
import { lockTarget, requireCapability } from './resolve.ts'
import { putInTrash } from './trash.ts'

const Remove = v.object({
  uris: Uris,
  skip_soft_delete: v.nullish(v.boolean()),
  unlink: v.nullish(v.boolean()),
})
/** Group permission to keep the contents of what is deleted. */
const advancedDelete = 12

/**
 * `DELETE /file` (contract.md §6.1): to the owner's trash, or for good with `skip_soft_delete`. Items that cannot be
 * deleted fail alone (40081: 401, 403, 40016); a lock on any other stops all of it (40073). `unlink` keeps the contents
 * and is 403 without the permission for it.
 */
async function removeItems(call: Call): Promise<void> {
  const { db, now } = call.context
  const body = await readBody(call, Remove)
  const uris = readUris(body.uris)
  if (body.unlink && !hasFlag(call.user?.permission, advancedDelete)) {
    throw new Refusal(Code.forbidden, 'advance delete permission is required')
  }
  const wanted = body.skip_soft_delete ? Capability.deletePermanently : Capability.softDelete
  const failures = db.transaction(() => {
    const { items, failures } = resolveBatch(call, uris, ({ place }) =>
      requireCapability(place, wanted),
    )
    requireItemsUnlocked(call, items, ({ place }) => [lockTarget(place)])
    if (body.skip_soft_delete) {
      const keys = items.map(({ file }) => file.key)
      purge(db, keys, body.unlink ?? false)
      return failures
    }
    for (const { place, file } of items) {
      const { segments, owner } = place
      putInTrash(db, file.key, { segments, at: now(), retentionSeconds: owner.trash_retention })
    }
    return failures
  })
  if (body.skip_soft_delete) await clearDiscards(call.context)
  refuseFailed(failures)
}

export const removeRoutes: readonly Route[] = [['DELETE', '/file', removeItems]]
