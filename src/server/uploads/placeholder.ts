import { MetadataKey } from '#src/contract/file.ts'
import { insertEmptyFile } from '#src/server/contents/put-content.ts'
import {
  serializeMetadata,
  requireCapacityForTexts,
  allowedTextGrowth,
} from '#src/server/files/metadata/item-texts.ts'
import type { WriteTarget } from '#src/server/files/write-target.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'

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
