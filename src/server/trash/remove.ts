import * as v from 'valibot'
import { Capability, hasFlag } from '#src/contract/boolset.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { lockTarget, requireCapability } from '#src/server/files/resolve.ts'
import {
  UriList,
  readUris,
  throwIfFailed,
  requireItemsUnlocked,
  changeBatch,
  outermostItems,
} from '#src/server/http/batch.ts'
import type { BatchItem } from '#src/server/http/batch.ts'
import { readBody } from '#src/server/http/call.ts'
import type { Call, Route } from '#src/server/http/call.ts'
import { Refusal } from '#src/server/http/envelope.ts'
import { removeDeletedContents, deletePermanently } from './purge.ts'
import { moveToTrash } from './trash.ts'

const Remove = v.object({
  uris: UriList,
  skip_soft_delete: v.nullish(v.boolean()),
  unlink: v.nullish(v.boolean()),
})
/** Bit of the group permission to keep the contents of deleted files. */
const advancedDelete = 12

/**
 * `DELETE /file` (docs/protocol.md §6.1): moves items to their owner's trash, or deletes them permanently with
 * `skip_soft_delete`. Items that cannot be deleted fail individually (40081: 401, 403, 40016); a lock fails the whole
 * request (40073). `unlink` keeps the contents and is 403 without the permission for it.
 */
async function removeItems(call: Call): Promise<void> {
  const { db, now } = call.context
  const body = await readBody(call, Remove)
  const uris = readUris(body.uris)
  if (body.unlink && !hasFlag(call.user?.permission, advancedDelete)) {
    throw new Refusal(ErrorCode.forbidden, 'advance delete permission is required')
  }
  const wanted = body.skip_soft_delete ? Capability.deletePermanently : Capability.softDelete
  const begin =
    () =>
    ({ place }: BatchItem) =>
      requireCapability(place, wanted)
  const failures = await changeBatch(call, uris, begin, ({ items: all, failures }) => {
    const items = outermostItems(all)
    requireItemsUnlocked(call, items, ({ place }) => [lockTarget(place)])
    if (body.skip_soft_delete) {
      const keys = items.map(({ file }) => file.key)
      deletePermanently(db, keys, body.unlink ?? false)
      return failures
    }
    for (const { place, file } of items) {
      const { segments, owner } = place
      moveToTrash(db, file.key, { segments, at: now(), retentionSeconds: owner.trash_retention })
    }
    return failures
  })
  if (body.skip_soft_delete) await removeDeletedContents(call.context)
  throwIfFailed(failures)
}

export const removeRoutes: readonly Route[] = [['DELETE', '/file', removeItems]]
