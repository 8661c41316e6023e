import * as v from 'valibot'
import { StoragePolicy } from './file.ts'
import {
  numberOrZero,
  optional,
  optionalListOf,
  optionalText,
  nonEmptyText,
  textOrEmpty,
} from './schema.ts'

/** `data` of `PUT /file/upload` (docs/protocol.md §8.3). */
export const UploadSession = v.object({
  session_id: nonEmptyText,
  upload_id: optionalText,
  /** Size in bytes of every part but the last; 0 when the whole file is one part. */
  chunk_size: numberOrZero,
  /** Seconds since 1970. */
  expires: numberOrZero,
  uri: textOrEmpty,
  /** Signed URLs of a storage on another origin that the parts have to be sent to, in order. */
  upload_urls: optionalListOf(v.string()),
  /** Signed URL at which a storage like S3 puts the parts together. */
  completeURL: optionalText,
  /** Tells the service that the one who says that the upload is complete is the one who began it. */
  callback_secret: textOrEmpty,
  storage_policy: optional(StoragePolicy),
  mime_type: optionalText,
  /** How the client is to encrypt what it sends. */
  encrypt_metadata: v.optional(v.unknown()),
})
export type UploadSession = v.InferOutput<typeof UploadSession>

/**
 * Whether the bytes have to be sent to another origin: to a storage that is neither local to the service nor relayed by
 * it.
 */
export const isExternalStorage = (policy: StoragePolicy | null | undefined): boolean =>
  policy !== null &&
  policy !== undefined &&
  policy.type !== '' &&
  policy.type !== 'local' &&
  policy.relay !== true

/** Types of storages that take parts in the way of S3. The callback has the type in its path. */
export const s3StorageTypes = ['s3', 'ks3'] as const
export type S3StorageType = (typeof s3StorageTypes)[number]

/** Returns the type of a storage that takes parts in the way of S3, undefined for any other. */
export const s3StorageTypeOf = (
  policy: StoragePolicy | null | undefined,
): S3StorageType | undefined => s3StorageTypes.find((type) => type === policy?.type)
