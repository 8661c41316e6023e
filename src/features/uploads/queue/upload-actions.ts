import { endRetryWaits } from '#src/api/retry-requests.ts'
import {
  discardUnfinishedUploads,
  hideUnfinishedUploads,
  journalIdOfRow,
} from '#src/features/uploads/journal/unfinished-uploads.ts'
import type { FileListAccess } from '#src/features/uploads/targets/file-list-access.ts'
import { currentUploads, removeUploads, type Upload } from '#src/features/uploads/upload-rows.ts'
import { failsWholeGroup } from './run-upload.ts'
import {
  allUploadJobs,
  cancelAllUploadJobs,
  cancelUploadJobs,
  uploadJobById,
  pauseUploadJobs,
  resumeUploadJobs,
} from './upload-queue.ts'

/* What the user does to uploads on the list. `id` is that of a row in the store. */

const someJob = (id: number) => [uploadJobById(id)].filter((job) => job !== undefined)

export const pauseUpload = (id: number): void => pauseUploadJobs(someJob(id))
export const pauseAllUploads = (): void => pauseUploadJobs(allUploadJobs())

/** Goes on with one that is paused or has failed; from its beginning where its session is gone. */
export const resumeUpload = (id: number): void => resumeUploadJobs(someJob(id))

/** Sends again now what waits for the service or the network. */
export const retryUploadsNow = (): void => endRetryWaits()

/** Resumes what is paused, and what failed for a reason that stopped its whole group. */
export const resumeAllUploads = (): void =>
  resumeUploadJobs(
    allUploadJobs().filter(
      ({ phase }) =>
        phase.at === 'paused' ||
        phase.at === 'pausing' ||
        (phase.at === 'failed' && failsWholeGroup(phase.failure)),
    ),
  )

/** Takes one off the list, and its session and lock off the service. */
export function cancelUpload(cache: FileListAccess, id: number): void {
  const job = uploadJobById(id)
  if (job) return cancelUploadJobs([job])
  // One that is refused, or interrupted by a reload.
  removeUploads(new Set([id]))
  const list = journalIdOfRow(id)
  if (list !== undefined) void discardUnfinishedUploads(cache, list)
}

/** Cancels all but those that a reload has interrupted. */
export function cancelAllUploads(): void {
  cancelAllUploadJobs()
  removeUploads(idsOf(({ state }) => state === 'failed'))
}

/** Empties the list. What a reload has interrupted is offered again after the next one. */
export function closeUploads(): void {
  hideUnfinishedUploads()
  cancelAllUploads()
  clearSettledUploads()
}

/** Takes what is done, and what can never be sent, off the list. */
export const clearSettledUploads = (): void =>
  removeUploads(
    idsOf(({ state, canRetry }) => state === 'done' || (state === 'failed' && !canRetry)),
  )

const idsOf = (isMeant: (upload: Upload) => boolean): ReadonlySet<number> =>
  new Set(currentUploads().flatMap((upload) => (isMeant(upload) ? [upload.id] : [])))
