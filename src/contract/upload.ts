import * as v from 'valibot'
import { StoragePolicy } from './file.ts'
import { count, maybe, maybeList, someText, text } from './schema.ts'

/** `data` of `PUT /file/upload`: what one upload is known by, and how it wants its parts. */
export const UploadSession = v.object({
  session_id: someText,
  /** Bytes of every part but the last; 0: the whole file is one part. */
  chunk_size: count,
  /** Seconds since 1970. */
  expires: count,
  uri: text,
  /** Addresses elsewhere that the parts are to go to. */
  upload_urls: maybeList(v.string()),
  storage_policy: maybe(StoragePolicy),
})
export type UploadSession = v.InferOutput<typeof UploadSession>

/**
 * Whether the bytes would have to go to another origin: storage that the service neither keeps itself nor relays to.
 * The page may speak to its own origin only.
 */
export const isElsewhere = (policy: StoragePolicy | null | undefined): boolean =>
  policy !== null &&
  policy !== undefined &&
  policy.type !== '' &&
  policy.type !== 'local' &&
  policy.relay !== true
