import { completeStorageUpload, putStoragePart } from '#src/api/files/storage.ts'
import { reportStoredUpload } from '#src/api/files/uploads.ts'
import { isOutageError } from '#src/api/retry-requests.ts'
import { isTransient } from '#src/api/transient-errors.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { StorageError } from '#src/contract/storage-error.ts'
import {
  type ExternalUpload,
  type OpenUploadSession,
  partCount,
  UnsendableFileError,
  type UploadJob,
} from '#src/features/uploads/queue/upload-job.ts'
import { isOnStorageOrigin } from '#src/platform/deployment/storage-origins.ts'
import { isUploadCompleteAtService, type PartUploader } from './part-uploader.ts'
import { type RetryPolicy, sendWithRetryForJob } from './upload-requests.ts'

/**
 * A storage that does not answer may be one whose CORS rules do not allow the request, which looks the same. So, unlike
 * the service, it is waited for without a limit only while there is no network, and once it has taken a part.
 */
const storageRetries = ({ received }: OpenUploadSession): RetryPolicy => ({
  maxRetries: 3,
  isRetryable: isTransient,
  isUnlimited: (error) => !navigator.onLine || (received.size > 0 && isOutageError(error)),
})

/**
 * Parts go to a storage that is like S3, at signed URLs; then the storage puts them together, and the service is told
 * (docs/protocol.md §8.3). Throws `UnsendableFileError` when the deployment does not name the origin of a URL.
 */
export function createS3Uploader(
  job: UploadJob,
  session: OpenUploadSession,
  storage: ExternalUpload,
): PartUploader {
  const { type, partUrls, completeUrl, secret } = storage
  const count = partCount(job, session)
  const retries = storageRetries(session)
  if (partUrls.length < count || ![...partUrls, completeUrl].every(isOnStorageOrigin)) {
    throw new UnsendableFileError('externalStorage')
  }

  const assemble = async (signal: AbortSignal) => {
    const tags = Array.from({ length: count }, (_, index) => session.received.get(index) ?? '')
    const mayBeAssembled = storage.isAssemblyAsked
    storage.isAssemblyAsked = true
    try {
      await completeStorageUpload(completeUrl, tags, signal)
    } catch (error) {
      const isUnknown = error instanceof StorageError && error.code === 'NoSuchUpload'
      // The storage forgets an upload that it has put together. Whether it has, the service finds out.
      if (!isUnknown || !mayBeAssembled) throw error
    }
  }

  const report = async (signal: AbortSignal) => {
    try {
      await reportStoredUpload(type, session.id, secret, signal)
    } catch (error) {
      // An earlier request may have told the service, without a response.
      const isSessionGone = hasErrorCode(error, ErrorCode.uploadSessionGone)
      if (!isSessionGone || !(await isUploadCompleteAtService(job, session))) throw error
    }
  }

  return {
    retries,
    sendPart: (index, bytes, signal) => putStoragePart(partUrls[index] ?? '', bytes, signal),
    complete: async (signal) => {
      await sendWithRetryForJob(job, signal, () => assemble(signal), retries)
      await sendWithRetryForJob(job, signal, () => report(signal))
    },
  }
}
