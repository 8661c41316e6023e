import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { Capability, hasFlag } from '#src/contract/flags/capability.ts'
import { NoData } from '#src/contract/schema.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
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
import { readBody, parseRequestUri } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { runBatchInTimeSlices } from '#src/server/http/time-slices.ts'
import type { StepResult } from '#src/server/http/time-slices.ts'
import type { Db } from '#src/server/storage/db.ts'
import { moveItemsToFolder } from '#src/server/trash/trash.ts'
import { createCopier, isUploadPlaceholder, requireCopyWithinLimits } from './copy.ts'
import type { FileRow } from './files.ts'
import { subtreeDepth, requireAllowedDepth } from './insert-item.ts'
import { nameTakenError } from './names.ts'
import { canHoldItems, lockTargetOf, resolveUri } from './resolve.ts'
import type { UriCache, ResolvedUri } from './resolve.ts'

const Move = v.object({ uris: UriList, dst: v.string(), copy: v.nullish(v.boolean()) })
const Found = v.object({ found: v.number() })

const refused = (detail: string) =>
  new HttpError(ErrorCode.forbidden, 'Not supported action', { detail })
const ownersOnly = () => new HttpError(ErrorCode.ownerOnly, 'Only the owner may do this')

/** The folder to move or copy into. Throws 403 when it is none, and 40082 for a share that takes no new files. */
function resolveFolder(
  ctx: RequestContext,
  uri: ParsedUri,
  isCopy: boolean,
  cache?: UriCache,
): ResolvedUri {
  const folder = resolveUri(ctx, uri, cache)
  if (!canHoldItems(folder)) throw refused('not into a folder')
  if (!isCopy && !hasFlag(folder.capability, Capability.createFile)) throw ownersOnly()
  return folder
}

/** Throws when this item cannot be moved or copied into that folder. */
function requireMovable(
  { resolved, file }: ResolvedItem,
  folder: ResolvedUri,
  isCopy: boolean,
): void {
  // Moving removes the item from the share.
  if (!isCopy && resolved.share && !hasFlag(resolved.capability, Capability.softDelete)) {
    throw ownersOnly()
  }
  const stays = resolved.host === folder.host && resolved.share?.id === folder.share?.id
  const comesBack = resolved.host === 'trash' && folder.host === 'my' && !isCopy
  if (!stays && !comesBack) throw refused('from one file system to another')
  if (folder.chain.some(({ key }) => key === file.key)) throw refused('into itself')
  if (!hasFlag(folder.capability, Capability.createFile)) throw refused('not allowed here')
  if (isCopy && !folder.isOwned && file.is_shortcut) throw refused('a shortcut')
}

/** Throws 40004 when a name exists in the folder, or occurs twice among `names`. */
function requireFreeNames(db: Db, names: readonly string[], folderKey: number): void {
  const taken = db.first(
    `SELECT 1 AS found FROM json_each(?) AS requested CROSS JOIN files f
     WHERE f.parent_key = ? AND f.name = requested.value LIMIT 1`,
    [JSON.stringify(names), folderKey],
    Found,
  )
  if (taken || new Set(names).size < names.length) throw nameTakenError()
}

/** Throws when the items cannot be moved or copied into the folder together: 40004, 40051, 40052, 40073, 40079. */
function requireRoomFor(
  ctx: RequestContext,
  items: readonly ResolvedItem[],
  folder: ResolvedUri,
  isCopy: boolean,
): void {
  const { db } = ctx.context
  const folderKey = folder.file?.key ?? 0
  requireItemsUnlocked(ctx, items, ({ resolved, file }) => [
    ...(isCopy ? [] : [lockTargetOf(resolved)]),
    lockTargetOf(folder, { name: file.name }),
  ])
  requireFreeNames(
    db,
    items.map(({ file }) => file.name),
    folderKey,
  )
  const keys = items.map(({ file }) => file.key)
  requireAllowedDepth(folder.segments.length + subtreeDepth(db, keys))
  if (isCopy) requireCopyWithinLimits(ctx.context, keys, folder)
}

/**
 * `POST /file/move` (docs/protocol.md §8.1): moves or copies items into a folder, also out of the trash. Items that
 * cannot be moved there fail individually (40081: 403, 40016); a taken name (40004), a lock (40073), too little
 * capacity (40051), a destination that is not a folder (403, 40016) or a share without the permission (40082) fail the
 * whole request. Moving an item into its own folder changes nothing.
 */
async function moveItems(ctx: RequestContext): Promise<void> {
  const { db, now } = ctx.context
  const body = await readBody(ctx, Move)
  const uris = parseUriList(body.uris)
  const destination = parseRequestUri(body.dst)
  const isCopy = body.copy ?? false
  const isMoveWithin = (file: FileRow, folder: ResolvedUri) =>
    !isCopy && file.parent_key === folder.file?.key
  const requireThis = (item: ResolvedItem, folder: ResolvedUri) => {
    requireMovable(item, folder, isCopy)
    if (isCopy && isUploadPlaceholder(db, item.file)) throw refused('not uploaded yet')
  }
  const target = resolveFolder(ctx, destination, isCopy)
  const requireForTarget = (item: ResolvedItem) => requireThis(item, target)
  const { all, items, failures } = await resolveAndCheckBatch(
    ctx,
    uris,
    requireForTarget,
    (batch) => {
      for (const failure of batch.failures.values())
        if (failure.code === ErrorCode.ownerOnly) throw failure
      const folder = resolveFolder(ctx, destination, isCopy)
      const all = batch.items.filter(({ file }) => !isMoveWithin(file, folder))
      const items = outermostItems(all)
      requireRoomFor(ctx, items, folder, isCopy)
      return { all, items, failures: batch.failures }
    },
  )

  const cache: UriCache = new Map()
  const resolveItem = createItemResolver(ctx, items, cache)
  const copier = createCopier(ctx)
  /** The items whose copies have begun. */
  const begun = new Map<ParsedUri, { file: FileRow; folder: ResolvedUri }>()
  const moveOne = (uri: ParsedUri): StepResult | void => {
    const known = begun.get(uri)
    if (known) return copier.copy(known.file, known.folder)
    const folder = resolveFolder(ctx, destination, isCopy, cache)
    const { resolved, file } = resolveItem(uri)
    if (isMoveWithin(file, folder)) return
    requireThis({ resolved, file }, folder)
    requireRoomFor(ctx, [{ resolved, file }], folder, isCopy)
    if (isCopy) {
      begun.set(uri, { file, folder })
      return copier.copy(file, folder)
    }
    moveItemsToFolder(db, [file.key], folder.file?.key ?? 0, now())
  }
  let isComplete = false
  try {
    const late = await runBatchInTimeSlices(
      ctx,
      items.map(({ resolved }) => resolved.uri),
      moveOne,
      () => {
        copier.onCommit()
        cache.clear()
      },
    )
    isComplete = true
    addFailuresInside(all, late)
    for (const [uri, failure] of late) failures.set(uri, failure)
  } finally {
    if (isCopy) copier.finish(isComplete)
  }
  throwIfFailed(failures)
}

export const moveAndCopyRoutes: readonly Route[] = [
  ['POST', '/file/move', route(NoData, moveItems)],
]
