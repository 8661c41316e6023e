import * as v from 'valibot'
import { StoragePolicy } from './file.ts'
import { numberOrZero, optional, optionalListOf, nonEmptyText, textOrEmpty } from './schema.ts'

/** `data` of `PUT /file/upload` (docs/protocol.md §8.3). */
export const UploadSession = v.object({
  session_id: nonEmptyText,
  /** Size in bytes of every part but the last; 0 when the whole file is one part. */
  chunk_size: numberOrZero,
  /** Seconds since 1970. */
  expires: numberOrZero,
  uri: textOrEmpty,
  /** URLs on other origins that the parts would have to be sent to. */
  upload_urls: optionalListOf(v.string()),
  storage_policy: optional(StoragePolicy),
})
export type UploadSession = v.InferOutput<typeof UploadSession>

/**
 * Whether the bytes would have to be sent to another origin, which the page's policy forbids: storage that is neither
 * local to the service nor relayed by it.
 */
export const isExternalStorage = (policy: StoragePolicy | null | undefined): boolean =>
  policy !== null &&
  policy !== undefined &&
  policy.type !== '' &&
  policy.type !== 'local' &&
  policy.relay !== true
