import { tellTabsOfUploadedFile } from '#src/api/files/uploads.ts'
import { lookUpWithRetry } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, LockConflictError, SessionEndedError } from '#src/contract/errors.ts'
import { StorageError } from '#src/contract/storage-error.ts'
import { toUploadFailure } from '#src/features/uploads/parts/storage-failure.ts'
import { sendParts } from '#src/features/uploads/parts/upload-parts.ts'
import { sendWithRetryForJob } from '#src/features/uploads/parts/upload-requests.ts'
import {
  resetUploadSession,
  openUploadSession,
} from '#src/features/uploads/parts/upload-session.ts'
import { ensureFolder } from '#src/features/uploads/targets/upload-folders.ts'
import {
  moveJobToTarget,
  invalidateTargetCheck,
  checkUploadTarget,
} from '#src/features/uploads/targets/upload-target.ts'
import type { UploadFailure } from '#src/features/uploads/upload-rows.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { forgetLocksOfItems } from '#src/jobs/locks/locked-items.ts'
import { findItemAtUri } from '#src/jobs/verification/item-lookup.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { toFileRow } from '#src/lists/rows/file-row.ts'
import { UnsendableFileError, type UploadJob } from './upload-job.ts'

/** Groups of up to this many files add each file to its list; larger ones reload the folders now and then. */
const maxSingleRows = 20

export type UploadRunResult =
  | { readonly at: 'done' }
  | { readonly at: 'aborted' }
  | { readonly at: 'failed'; readonly failure: UploadFailure }
  /** The user has decided at a name conflict that it is not to be uploaded. */
  | { readonly at: 'cancelled' }
  | { readonly at: 'signedOut' }

/** Number of lost sessions of one run that are replaced by new ones. */
const maxLostSessions = 3

/** Whether the service has lost the session of a job, as the public server does when it is started again. */
const isSessionLost = ({ session }: UploadJob, error: unknown): boolean =>
  hasErrorCode(error, ErrorCode.uploadSessionGone) &&
  session.at === 'open' &&
  serviceNow() < session.expires

/** Uploads the file of a job, from where it was, or from the beginning when the service loses it. Never rejects. */
export async function runUpload(job: UploadJob, signal: AbortSignal): Promise<UploadRunResult> {
  for (let lost = 0; ; lost++) {
    const result = await runOnce(job, signal)
    const isLost = result.at === 'failed' && result.failure.kind === 'sessionLost'
    if (!isLost || lost === maxLostSessions || signal.aborted) return result
  }
}

async function runOnce(job: UploadJob, signal: AbortSignal): Promise<UploadRunResult> {
  try {
    if (job.session.at === 'none') {
      const isThere = await sendWithRetryForJob(job, signal, () => checkUploadTarget(job.group))
      if (!isThere) return { at: 'failed', failure: { kind: 'folderGone' } }
      await moveJobToTarget(job)
    }
    signal.throwIfAborted()
    await ensureFolder(job.group, job.folder)
    signal.throwIfAborted()
    const opened = await openUploadSession(job, signal)
    if (opened === 'skip') return { at: 'cancelled' }
    signal.throwIfAborted()
    await sendParts(job, signal)
    return { at: 'done' }
  } catch (error) {
    invalidateTargetCheck(job.group)
    if (error instanceof SessionEndedError) return { at: 'signedOut' }
    if (signal.aborted) return { at: 'aborted' }
    return { at: 'failed', failure: failureOf(job, error) }
  }
}

/** The failure to show for an error. When the upload cannot be resumed, its session is closed. */
function failureOf(job: UploadJob, error: unknown): UploadFailure {
  if (error instanceof LockCancelledError) return { kind: error.isUnlocked ? 'unlocked' : 'locked' }
  if (error instanceof UnsendableFileError) {
    resetUploadSession(job)
    return { kind: error.kind }
  }
  if (error instanceof StorageError && job.session.at === 'open') {
    const failure = toUploadFailure(error, job.session.expires)
    // The storage would refuse the same request again; a new session has new URLs.
    if (failure.kind !== 'storageUnreachable') resetUploadSession(job)
    return failure
  }
  if (error instanceof LockConflictError) {
    resetUploadSession(job)
    return { kind: 'lockLost' }
  }
  if (isSessionLost(job, error)) {
    if (job.session.at === 'open') job.lostSession = job.session.id
    resetUploadSession(job)
    return { kind: 'sessionLost' }
  }
  const isPathGone = hasErrorCode(error, ErrorCode.pathNotFound)
  if (
    (isPathGone && job.session.at !== 'none') ||
    hasErrorCode(error, ErrorCode.uploadSessionGone)
  ) {
    resetUploadSession(job)
    return { kind: 'expired' }
  }
  if (hasErrorCode(error, ErrorCode.storedSizeDiffers)) {
    resetUploadSession(job)
    return { kind: 'incomplete' }
  }
  return { kind: 'error', error: error as Error }
}

/** Whether the other files of the group would fail in the same way: the place refuses them, not this file. */
export const failsWholeGroup = (failure: UploadFailure): boolean =>
  failure.kind === 'locked' ||
  failure.kind === 'unlocked' ||
  failure.kind === 'folderGone' ||
  failure.kind === 'storageUnreachable' ||
  failure.kind === 'storageHidesTag' ||
  (failure.kind === 'error' &&
    hasErrorCode(
      failure.error,
      ErrorCode.insufficientCapacity,
      ErrorCode.batchTooLarge,
      ErrorCode.ioFailed,
    ))

/** Journals that a file is uploaded and brings the lists up to date. `isLast`: no other file of its group follows. */
export async function recordUploadedFile(job: UploadJob, isLast: boolean): Promise<void> {
  const { group, folder, session } = job
  const { cache } = group
  const open = session.at === 'open' ? session : undefined
  job.entry?.settle('done')
  tellTabsOfUploadedFile()
  if (open) forgetLocksOfItems([open])
  if (isLast) cache.invalidateUsage()
  if (group.count <= maxSingleRows) {
    const file =
      open && (await lookUpWithRetry(() => findItemAtUri(open.uri)).catch(() => undefined))
    if (file) cache.addToFolder(folder, toFileRow(file))
    else cache.reloadFolders(new Set([folder]))
    return
  }
  group.folderReload.request()
  if (isLast) group.folderReload.flush()
}
