import { MetadataKey } from '#src/contract/file.ts'
import { insertPlaceholder } from '#src/server/contents/put-content.ts'
import type { Destination } from '#src/server/files/destination.ts'
import { formatMetadata, requireRoomForTexts, textGrowth } from '#src/server/files/item-texts.ts'
import type { Call } from '#src/server/http/call.ts'

/** Inserts the file that an upload will fill; returns its key. Throws 40001 and 40051 for too much metadata. */
export function insertUploadPlaceholder(
  call: Call,
  destination: Destination,
  own: Record<string, string>,
  id: string,
): number {
  const metadata = formatMetadata({ ...own, [MetadataKey.uploadSession]: id })
  textGrowth({ metadata, view: null })
  // The id of the session is the service's and not counted.
  requireRoomForTexts(call.context, destination.owner, {
    metadata: formatMetadata(own),
    view: null,
  })
  return insertPlaceholder(call, destination, metadata)
}
