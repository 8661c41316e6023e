import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { Capability, hasFlag } from '#src/contract/flags/capability.ts'
import { NoData } from '#src/contract/schema.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { lockTargetOf, requireCapability } from '#src/server/files/resolve.ts'
import type { UriCache } from '#src/server/files/resolve.ts'
import {
  UriList,
  createItemResolver,
  parseUriList,
  addFailuresInside,
  throwIfFailed,
  requireItemsUnlocked,
  resolveAndCheckBatch,
  outermostItems,
} from '#src/server/http/batch.ts'
import type { ResolvedItem } from '#src/server/http/batch.ts'
import { readBody } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { runBatchInTimeSlices } from '#src/server/http/time-slices.ts'
import type { StepResult } from '#src/server/http/time-slices.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import { deletePermanentlyStep, removeDeletedContents } from './purge.ts'
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
 * request (40073). `unlink` keeps the contents and is 403 without the permission for it. Other requests are answered
 * between the time slices of a long deletion; an item that one of them locks meanwhile fails individually with 40073.
 */
async function removeItems(ctx: RequestContext): Promise<void> {
  const { context } = ctx
  const { db, now } = context
  const body = await readBody(ctx, Remove)
  const uris = parseUriList(body.uris)
  if (body.unlink && !hasFlag(ctx.user?.permission, advancedDelete)) {
    throw new HttpError(ErrorCode.forbidden, 'advance delete permission is required')
  }
  const wanted = body.skip_soft_delete ? Capability.deletePermanently : Capability.softDelete
  const checkItem = ({ resolved }: ResolvedItem) => requireCapability(resolved, wanted)
  const { all, items, failures } = await resolveAndCheckBatch(ctx, uris, checkItem, (batch) => {
    const items = outermostItems(batch.items)
    requireItemsUnlocked(ctx, items, ({ resolved }) => [lockTargetOf(resolved)])
    return { all: batch.items, items, failures: batch.failures }
  })
  const cache: UriCache = new Map()
  const resolveItem = createItemResolver(ctx, items, cache)
  // One time for all of them: by it the page tells deletions apart.
  const at = now()
  /** The folder that is partly deleted for good: it is not found any more, and is finished also when the client has left. */
  let begun: FileRow | undefined
  const deletePart = (file: FileRow): StepResult => {
    const step = deletePermanentlyStep(db, file, body.unlink ?? false)
    begun = step.isDone || body.unlink ? undefined : file
    return step
  }
  const remove = (uri: ParsedUri): StepResult | void => {
    if (begun) return deletePart(begun)
    const { resolved, file } = resolveItem(uri)
    const { segments, owner, share } = resolved
    requireCapability(resolved, wanted)
    requireUnlocked(ctx, [lockTargetOf(resolved)], { share })
    if (body.skip_soft_delete) return deletePart(file)
    moveToTrash(db, file.key, { segments, at, retentionSeconds: owner.trash_retention })
  }
  try {
    const late = await runBatchInTimeSlices(
      ctx,
      items.map(({ resolved }) => resolved.uri),
      remove,
      () => cache.clear(),
    )
    addFailuresInside(all, late)
    throwIfFailed(new Map([...failures, ...late]))
  } finally {
    if (body.skip_soft_delete) await removeDeletedContents(context)
  }
}

export const removeRoutes: readonly Route[] = [['DELETE', '/file', route(NoData, removeItems)]]
