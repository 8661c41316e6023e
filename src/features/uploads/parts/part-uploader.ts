import { MetadataKey } from '#src/contract/file.ts'
import type { OpenUploadSession, UploadJob } from '#src/features/uploads/queue/upload-job.ts'
import { findItemAtUri } from '#src/jobs/verification/item-lookup.ts'
import type { RetryPolicy } from './upload-requests.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** How the parts of one upload reach the place that keeps them: the service, or a storage on another origin. */
export type PartUploader = {
  /** Which failures of `sendPart` are worth another attempt. */
  readonly retries: RetryPolicy
  /** Sends one part, once. Resolves to what `complete` needs to know of it: its ETag, '' when that is nothing. */
  sendPart: (index: number, bytes: Bytes, signal: AbortSignal) => Promise<string>
  /** Completes the file once all parts have arrived, with as many attempts as it takes. */
  complete: (signal: AbortSignal) => Promise<void>
}

/** Call it when the session is gone: that may be because the file is complete. */
export async function isUploadCompleteAtService(
  { size, isVersion }: UploadJob,
  { uri, replaces }: OpenUploadSession,
): Promise<boolean> {
  const found = await findItemAtUri(uri)
  if (found?.size !== size || found.metadata[MetadataKey.uploadSession] !== undefined) return false
  // The file that it replaces may have the same size.
  return !isVersion || (replaces !== undefined && found.primary_entity !== replaces)
}
