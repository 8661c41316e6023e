import * as api from '#src/api/files/uploads.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode } from '#src/contract/errors.ts'
import {
  type OpenUploadSession,
  partCount,
  type UploadJob,
} from '#src/features/uploads/queue/upload-job.ts'
import { type Bytes, isUploadCompleteAtService, type PartUploader } from './part-uploader.ts'
import { createS3Uploader } from './s3-uploader.ts'
import { partRetryPolicy } from './upload-requests.ts'

/** The uploader for the place that a session names. Rejects with `UnsendableFileError` when the page may not use it. */
export async function createPartUploader(
  job: UploadJob,
  session: OpenUploadSession,
): Promise<PartUploader> {
  const { storage } = session
  if (!storage) return createServiceUploader(job, session)
  return createS3Uploader(job, session, storage)
}

/** The service takes the parts itself, and the last one completes the file. */
function createServiceUploader(job: UploadJob, session: OpenUploadSession): PartUploader {
  const sendPart = async (index: number, bytes: Bytes, signal: AbortSignal) => {
    try {
      await api.uploadPart(session.id, index, bytes, signal)
    } catch (error) {
      if (!(error instanceof ApiError)) session.unanswered.add(index)
      const isLast = session.received.size === partCount(job, session) - 1
      const mayHaveArrived = isLast && session.unanswered.has(index)
      const isSessionGone = hasErrorCode(error, ErrorCode.uploadSessionGone)
      if (!isSessionGone || !mayHaveArrived || !(await isUploadCompleteAtService(job, session)))
        throw error
    }
    return ''
  }
  return { retries: partRetryPolicy, sendPart, complete: () => Promise.resolve() }
}
