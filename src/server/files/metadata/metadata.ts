import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { Capability } from '#src/contract/flags/capability.ts'
import { NoData } from '#src/contract/schema.ts'
import { requireCapacity } from '#src/server/accounts/capacity.ts'
import { lockTargetOf, requireCapability } from '#src/server/files/resolve.ts'
import type { UriCache } from '#src/server/files/resolve.ts'
import {
  UriList,
  createItemResolver,
  resolveAndCheckBatch,
  parseUriList,
  throwIfFailed,
  requireItemsUnlocked,
} from '#src/server/http/batch.ts'
import type { ResolvedItem } from '#src/server/http/batch.ts'
import { readBody } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { runBatchInTimeSlices } from '#src/server/http/time-slices.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import {
  serializeMetadata,
  parseMetadata,
  readLongTextColumns,
  allowedTextGrowth,
  writeMetadata,
} from './item-texts.ts'
import {
  MetadataName,
  MetadataValue,
  maxMetadataKeys,
  requireAllowedChanges,
} from './metadata-rules.ts'

const FileChange = v.object({
  key: MetadataName,
  value: v.nullish(MetadataValue, ''),
  remove: v.nullish(v.boolean(), false),
  private: v.nullish(v.literal(false)),
})
type FileChange = v.InferOutput<typeof FileChange>
const Patch = v.object({
  uris: UriList,
  patches: v.pipe(v.array(FileChange), v.minLength(1), v.maxLength(maxMetadataKeys)),
})

/** Whether a change updates `updated_at`: keys of thumbnails and WebDAV do not. */
const isVisible = ({ key }: FileChange) => /^(?:tag|customize|props):/.test(key)

/**
 * The metadata of an item after the changes, and the bytes that it grows by. Throws 40001 when it would have too many keys
 * or too many bytes.
 */
function changedMetadata(
  ctx: RequestContext,
  { file }: ResolvedItem,
  patches: readonly FileChange[],
) {
  const before = readLongTextColumns(ctx.context.db, file.key)
  const metadata = new Map(Object.entries(parseMetadata(before.metadata)))
  for (const { key, value, remove } of patches) {
    if (remove) metadata.delete(key)
    else metadata.set(key, value)
  }
  if (metadata.size > maxMetadataKeys)
    throw new HttpError(ErrorCode.invalidParameters, 'Too much metadata')
  const after = Object.fromEntries(metadata)
  return {
    after,
    growth: allowedTextGrowth({ ...before, metadata: serializeMetadata(after) }, before),
  }
}

function applyPatches(
  ctx: RequestContext,
  item: ResolvedItem,
  patches: readonly FileChange[],
): void {
  const { context } = ctx
  const at = patches.some(isVisible) ? context.now() : item.file.updated_at
  const { after, growth } = changedMetadata(ctx, item, patches)
  if (growth > 0) requireCapacity(context, item.resolved.owner, growth)
  writeMetadata(context.db, item.file.key, after, at)
}

/** The refusals of one item that refuse the whole request. */
const failsAll: ReadonlySet<number> = new Set([ErrorCode.ownerOnly, ErrorCode.invalidParameters])

/**
 * `PATCH /file/metadata` (docs/protocol.md §8.2): sets and removes tags, custom properties, colour and emoji of items.
 * An invalid key or value (40001), another user's item (40082) and a lock (40073) fail the whole request. Items that
 * cannot be changed fail individually (40081: 401, 403, 40016). More than 256 keys or 64 kB on one item are 40001, and
 * more than the owner has room for is 40051; both change nothing.
 */
async function patchMetadata(ctx: RequestContext): Promise<void> {
  const body = await readBody(ctx, Patch)
  const uris = parseUriList(body.uris)
  requireAllowedChanges(body.patches)
  const requireOwn = ({ resolved }: ResolvedItem) => {
    if (!resolved.isOwned) throw new HttpError(ErrorCode.ownerOnly, 'Only the owner may do this')
    requireCapability(resolved, Capability.updateMetadata)
  }
  /** Bytes by which each item grows. */
  const growths = new Map<number, number>()
  let isRefused = false
  const checkItem = (item: ResolvedItem) => {
    requireOwn(item)
    // One refusal is enough: to work out the metadata of 3,000 items can take gigabytes of text.
    if (isRefused) return
    isRefused = true
    growths.set(item.file.key, changedMetadata(ctx, item, body.patches).growth)
    isRefused = false
  }
  const { items, failures } = await resolveAndCheckBatch(ctx, uris, checkItem, (batch) => {
    for (const failure of batch.failures.values()) if (failsAll.has(failure.code)) throw failure
    requireItemsUnlocked(ctx, batch.items, ({ resolved }) => [
      lockTargetOf(resolved, { isDeep: false }),
    ])
    // The room is checked for all items before the first one is changed.
    const growth = [...growths.values()].reduce((sum, one) => sum + Math.max(one, 0), 0)
    const [first] = batch.items
    if (first && growth > 0) requireCapacity(ctx.context, first.resolved.owner, growth)
    return batch
  })
  const cache: UriCache = new Map()
  const resolveItem = createItemResolver(ctx, items, cache)
  const late = await runBatchInTimeSlices(
    ctx,
    items.map(({ resolved }) => resolved.uri),
    (uri) => {
      const item = resolveItem(uri)
      const { resolved } = item
      requireOwn(item)
      requireUnlocked(ctx, [lockTargetOf(resolved, { isDeep: false })], { share: resolved.share })
      applyPatches(ctx, item, body.patches)
    },
    () => cache.clear(),
  )
  throwIfFailed(new Map([...failures, ...late]))
}

export const metadataRoutes: readonly Route[] = [
  ['PATCH', '/file/metadata', route(NoData, patchMetadata)],
]
