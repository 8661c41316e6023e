import { MetadataKey } from '#src/contract/file.ts'
import type { ParsedUri } from '#src/contract/uri.ts'
import { insertEmptyFile } from '#src/server/contents/put-content.ts'
import {
  serializeMetadata,
  requireCapacityForTexts,
  allowedTextGrowth,
} from '#src/server/files/metadata/item-texts.ts'
import { resolveWriteTarget } from '#src/server/files/write-target.ts'
import type { WriteTarget } from '#src/server/files/write-target.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { removeExpiredUploads, removeExpiredUploadsTo } from './upload-rows.ts'

/** {@link resolveWriteTarget} for an upload: one that has expired does not keep its name. */
export function resolveUploadTarget(ctx: RequestContext, uri: ParsedUri): WriteTarget {
  removeExpiredUploads(ctx.context)
  const target = resolveWriteTarget(ctx, uri)
  const isChanged = target.file && removeExpiredUploadsTo(ctx.context, target.file)
  return isChanged ? resolveWriteTarget(ctx, uri) : target
}

/** Inserts the file that an upload will fill; returns its key. Throws 40001 and 40051 for too much metadata. */
export function insertUploadPlaceholder(
  ctx: RequestContext,
  destination: WriteTarget,
  own: Record<string, string>,
  id: string,
): number {
  const metadata = serializeMetadata({ ...own, [MetadataKey.uploadSession]: id })
  allowedTextGrowth({ metadata, view: null })
  // The id of the session is the service's and not counted.
  requireCapacityForTexts(ctx.context, destination.owner, {
    metadata: serializeMetadata(own),
    view: null,
  })
  return insertEmptyFile(ctx, destination, metadata)
}
