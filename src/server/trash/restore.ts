import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { FileType } from '#src/contract/file.ts'
import { NoData } from '#src/contract/schema.ts'
import { InvalidUriError, canonicalScheme, formatUri, parseUri } from '#src/contract/uri.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
import { childByName } from '#src/server/files/files.ts'
import type { FileRow } from '#src/server/files/files.ts'
import { subtreeDepth, requireAllowedDepth } from '#src/server/files/insert-item.ts'
import { readLongTextColumns } from '#src/server/files/metadata/item-texts.ts'
import { nameTakenError } from '#src/server/files/names.ts'
import { canHoldItems, lockTargetOf, resolveUri } from '#src/server/files/resolve.ts'
import type { UriCache, ResolvedUri } from '#src/server/files/resolve.ts'
import { UriList, parseUriList, throwIfFailed } from '#src/server/http/batch.ts'
import { readBody } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import { runBatchInTimeSlices } from '#src/server/http/time-slices.ts'
import { requireUnlocked } from '#src/server/locks/locks.ts'
import { moveItemsToFolder } from './trash.ts'

const Restore = v.object({ uris: UriList })

const unsupported = (detail: string) =>
  new HttpError(ErrorCode.forbidden, 'Not supported action', { detail })

/** The folder that an item was deleted from. Throws 403 when it is unknown and 40016 when it no longer exists. */
function originOf(ctx: RequestContext, item: FileRow, cache: UriCache): ResolvedUri {
  let origin: ParsedUri | undefined
  try {
    origin = parseUri(
      readLongTextColumns(ctx.context.db, item.key).restore_uri ?? '',
      canonicalScheme,
    )
  } catch (error) {
    if (!(error instanceof InvalidUriError)) throw error
  }
  if (origin?.host !== 'my' || origin.segments.length === 0) {
    throw unsupported('its origin is not known')
  }
  return resolveUri(ctx, { host: 'my', segments: origin.segments.slice(0, -1) }, cache)
}

function restoreItem(ctx: RequestContext, uri: ParsedUri, cache: UriCache): void {
  const { db, now } = ctx.context
  if (uri.host !== 'trash') throw unsupported('not in the trash')
  const resolved = resolveUri(ctx, uri)
  const { file } = resolved
  if (!file) throw unsupported('a root')
  const folder = originOf(ctx, file, cache)
  if (!canHoldItems(folder)) throw unsupported('its origin is not a folder')
  requireUnlocked(ctx, [lockTargetOf(resolved), lockTargetOf(folder, { name: file.name })])
  if (childByName(db, folder.file.key, file.name)) throw nameTakenError()
  requireAllowedDepth(folder.segments.length + subtreeDepth(db, [file.key]))
  moveItemsToFolder(db, [file.key], folder.file.key, now())
  // What was missing may be there now.
  if (file.type === FileType.folder) cache.clear()
}

/**
 * `POST /file/restore` (docs/protocol.md §6.3): moves each item back to its original path, in the order of the request.
 * Other requests are answered in between, and what is left when the client hangs up stays in the trash. Items that fail
 * stay there too and are reported in 40081: 401, 403, 40004 (the name is taken), 40016 (the item or its folder does not
 * exist), 40073.
 */
async function restoreItems(ctx: RequestContext): Promise<void> {
  const { uris } = await readBody(ctx, Restore)
  const wanted = new Map(parseUriList(uris).map((uri) => [formatUri(uri), uri]))
  const cache: UriCache = new Map()
  const failures = await runBatchInTimeSlices(
    ctx,
    [...wanted.values()],
    (uri) => restoreItem(ctx, uri, cache),
    () => cache.clear(),
  )
  throwIfFailed(failures)
}

export const restoreRoutes: readonly Route[] = [
  ['POST', '/file/restore', route(NoData, restoreItems)],
]
