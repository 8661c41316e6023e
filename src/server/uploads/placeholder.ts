import { MetadataKey } from '#src/contract/file.ts'
import { insertPlaceholder } from '#src/server/contents/put-content.ts'
import type { Destination } from '#src/server/files/destination.ts'
import {
  formatMetadata,
  requireRoomForTexts,
  textGrowth,
} from '#src/server/files/metadata/item-texts.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'

/** Inserts the file that an upload will fill; returns its key. Throws 40001 and 40051 for too much metadata. */
export function insertUploadPlaceholder(
  ctx: RequestContext,
  destination: Destination,
  own: Record<string, string>,
  id: string,
): number {
  const metadata = formatMetadata({ ...own, [MetadataKey.uploadSession]: id })
  textGrowth({ metadata, view: null })
  // The id of the session is the service's and not counted.
  requireRoomForTexts(ctx.context, destination.owner, {
    metadata: formatMetadata(own),
    view: null,
  })
  return insertPlaceholder(ctx, destination, metadata)
}
