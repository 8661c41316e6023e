import * as api from '#src/api/files/uploads.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode, isNotFound, TransportError } from '#src/contract/errors.ts'
import { uploadSessionIdOf } from '#src/contract/file.ts'
import { isExternalStorage, s3StorageTypeOf, type UploadSession } from '#src/contract/upload.ts'
import { childUri } from '#src/contract/uri.ts'
import {
  clashSideOfRow,
  type NameClashAnswer,
} from '#src/features/name-clash/name-clash-question.ts'
import {
  isSessionInUse,
  type JournaledSession,
} from '#src/features/uploads/journal/journaled-uploads.ts'
import {
  type ExternalUpload,
  type OpenUploadSession,
  partCount,
  syncUploadRow,
  UnsendableFileError,
  type UploadJob,
} from '#src/features/uploads/queue/upload-job.ts'
import { assignFreeName, clashChoiceOfJob } from '#src/features/uploads/targets/upload-names.ts'
import { askBeforeUpload, takenNamesQuestion } from '#src/features/uploads/upload-questions.ts'
import { findItemAtUri } from '#src/jobs/verification/item-lookup.ts'
import { createConcurrencyLimiter } from '#src/lib/concurrency/concurrency-limiter.ts'
import { createOperation } from '#src/lib/operation.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import { sendWithRetryForJob, sendWithRetry, withSharedLockRetry } from './upload-requests.ts'

/**
 * Creates the session of a job, unless it has one; from then on the service holds a lock on the file. Resolves to 'skip'
 * when the name is taken and the user decides that the file is not to be uploaded.
 */
export async function openUploadSession(
  job: UploadJob,
  signal: AbortSignal,
): Promise<'open' | 'skip'> {
  await job.closing
  while (job.session.at === 'none' && job.phase.at !== 'cancelled') {
    try {
      await createSession(job, signal)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== ErrorCode.nameTaken) throw error
      const next = await resolveNameConflict(job, signal)
      if (next !== 'retry') return next
    }
  }
  await noteReplacedVersion(job, signal)
  return 'open'
}

async function createSession(job: UploadJob, signal: AbortSignal): Promise<void> {
  const session = await sendWithRetryForJob(job, signal, () =>
    withSharedLockRetry(createOperation('upload', [job]), () => requestSession(job), {
      group: job.group,
      stop: signal,
      // It has not been uploaded yet; the panel shows when it is.
      showsSuccess: true,
    }),
  )
  const chunkSize = session.chunk_size > 0 ? session.chunk_size : Math.max(job.size, 1)
  const uri = session.uri || childUri(job.folder, job.name)
  const open: OpenUploadSession = {
    at: 'open',
    id: session.session_id,
    uri,
    chunkSize,
    storage: undefined,
    replaces: undefined,
    expires: session.expires * 1000,
    received: new Map(),
    unanswered: new Set(),
  }
  // From here on the session is closed when the upload is given up.
  job.session = open
  const storage = externalUploadOf(session)
  job.session = { ...open, storage: storage && { ...storage, isAssemblyAsked: false } }
  await job.entry?.opened(journaledSession(job, job.session))
}

function journaledSession(
  { name, isVersion }: UploadJob,
  { uri, id, chunkSize, expires, replaces, storage }: OpenUploadSession,
): JournaledSession {
  const journaled = { name, uri, session: id, chunk: chunkSize, expires, isVersion }
  if (!storage) return { ...journaled, replaces }
  const { isAssemblyAsked: _isAssemblyAsked, ...place } = storage
  return { ...journaled, replaces, storage: place }
}

/**
 * Notes which version an upload replaces, before anything of it is sent: the lock of its session keeps that one in its
 * place.
 */
async function noteReplacedVersion(job: UploadJob, signal: AbortSignal): Promise<void> {
  const { session } = job
  if (!job.isVersion || session.at !== 'open' || session.replaces !== undefined) return
  if (session.received.size + session.unanswered.size > 0) return
  const replaces = await currentVersion(job, session.uri, signal)
  if (replaces === undefined) return
  job.session = { ...session, replaces }
  await job.entry?.opened(journaledSession(job, job.session))
}

/** Undefined where it cannot be told; never rejects. */
const currentVersion = (
  job: UploadJob,
  uri: string,
  signal: AbortSignal,
): Promise<string | undefined> =>
  sendWithRetryForJob(job, signal, () => findItemAtUri(uri, signal)).then(
    (found) => found?.primary_entity || undefined,
    () => undefined,
  )

/** Goes on with the session that a job had before a reload. */
export function restoreUploadSession(
  job: UploadJob,
  {
    name,
    uri,
    session: id,
    chunk: chunkSize,
    expires,
    isVersion,
    replaces,
    storage,
  }: JournaledSession,
  received: ReadonlyMap<number, string>,
): void {
  job.name = name
  job.isVersion = isVersion
  const open: OpenUploadSession = {
    at: 'open',
    id,
    uri,
    chunkSize,
    storage: storage && { ...storage, isAssemblyAsked: true },
    replaces,
    expires,
    received: new Map(received),
    unanswered: new Set(),
  }
  // The page may have been closed before it heard that a part had arrived.
  for (let index = 0; index < partCount(job, open); index++) open.unanswered.add(index)
  job.session = open
}

/** Where the parts go, undefined for the service itself. Throws `UnsendableFileError` for a kind of storage unknown here. */
function externalUploadOf(
  session: UploadSession,
): Omit<ExternalUpload, 'isAssemblyAsked'> | undefined {
  const { upload_urls: partUrls = [], storage_policy: policy } = session
  if (partUrls.length === 0 && !isExternalStorage(policy)) return undefined
  const type = s3StorageTypeOf(policy)
  const {
    completeURL: completeUrl,
    callback_secret: secret,
    encrypt_metadata: encryption,
  } = session
  const isEncrypted = encryption !== undefined && encryption !== null
  if (!type || !completeUrl || isEncrypted) throw new UnsendableFileError('externalStorage')
  return { type, partUrls, completeUrl, secret }
}

async function requestSession(job: UploadJob): Promise<UploadSession> {
  const { folder, name, size, modified, mime, isVersion, group } = job
  try {
    return await api.createUploadSession({
      uri: childUri(folder, name),
      size,
      modified,
      mime,
      isVersion,
      policyId: group.policyId,
    })
  } catch (error) {
    // Where an answer was lost, the next session that is found in the place may be this one.
    const mayBeLost = error instanceof TransportError && error.status !== 429
    if (mayBeLost) job.lostSession = undefined
    throw error
  }
}

const lateQuestions = createConcurrencyLimiter(1)

/** The answer is for this file only, also when it is Cancel. */
async function askAboutLateClash(
  { name, size, modified, source }: UploadJob,
  uri: string,
  { existing, isRunning }: { existing: FileRow | undefined; isRunning: boolean },
  signal: AbortSignal,
): Promise<NameClashAnswer> {
  const item = { isFolder: false, size, updatedAt: modified, content: source.file }
  const clash = { id: uri, uri, name, item, existing: existing && clashSideOfRow(existing) }
  const clashes = [clash]
  const answer = await askBeforeUpload(takenNamesQuestion, { clashes, total: 1, isRunning }, signal)
  signal.throwIfAborted()
  return answer
}

/** The name is taken: by an upload that has not finished, or by an item that came after the names were read. */
async function resolveNameConflict(job: UploadJob, signal: AbortSignal): Promise<'retry' | 'skip'> {
  if (job.otherNames) {
    // A name that nobody has asked for is no reason to end another upload, nor to replace or skip anything.
    assignFreeName(job)
    return 'retry'
  }
  const uri = childUri(job.folder, job.name)
  const found = await sendWithRetryForJob(job, signal, () => findItemAtUri(uri))
  const session = found && uploadSessionIdOf(found)
  // Two devices would otherwise end the sessions of each other again and again.
  const isOfOtherDevice = job.lostSession !== undefined && session !== job.lostSession
  const isRunning = session !== undefined && (isOfOtherDevice || (await isSessionInUse(session)))
  if (session !== undefined && !isRunning && !job.isVersion) {
    await takePlaceOf(session, uri, job)
    return 'retry'
  }
  const existing = found && toFileRow(found)
  const answer = await (job.group.conflictAnswer ??
    lateQuestions.run(() => askAboutLateClash(job, uri, { existing, isRunning }, signal), signal))
  const choice = answer ? clashChoiceOfJob(job, answer, existing) : 'skip'
  if (choice === 'skip') return choice
  if (choice === 'replace' && !job.isVersion) job.isVersion = true
  else assignFreeName(job)
  return 'retry'
}

/**
 * An upload that nobody goes on with gives way. One of the user's own is ended; where the service says that it is not, the
 * file becomes a version of the placeholder: that succeeds when its session is over, and leads to the lock dialog when it
 * is another user's.
 */
async function takePlaceOf(session: string, uri: string, job: UploadJob): Promise<void> {
  const isEnded =
    session !== '' &&
    (await api.deleteUploadSession(session, uri).then(
      () => true,
      () => false,
    ))
  if (!isEnded) job.isVersion = true
  // The row of the placeholder has another id than that of the file.
  else job.group.cache.reloadFolders(new Set([job.folder]))
}

/**
 * Closes the session of a job, which may start anew; its lock and what was sent go in the background (`job.closing`).
 */
export function resetUploadSession(job: UploadJob): void {
  const { session, entry } = job
  if (session.at !== 'open') return
  job.session = { at: 'none' }
  syncUploadRow(job)
  job.closing = deleteSessionAtService(session).then(() => entry?.closed())
}

/** Closes the session of a job that was taken off the list. */
export function closeSessionOfRemovedUpload(job: UploadJob): void {
  const { session, entry, group, folder } = job
  if (session.at === 'none') {
    entry?.settle('dropped')
    return
  }
  job.session = { at: 'none' }
  job.closing = deleteSessionAtService(session).then((isEnded) => {
    // Its lock may still be there, and the upload is offered again after a reload.
    if (!isEnded) return
    entry?.settle('dropped')
    // Its placeholder may be listed.
    group.cache.reloadFolders(new Set([folder]))
  })
}

/** Deletes a session at the service. Resolves to whether it is gone; never rejects. */
export async function deleteSessionAtService({
  id,
  uri,
}: Pick<OpenUploadSession, 'id' | 'uri'>): Promise<boolean> {
  try {
    await sendWithRetry(() => api.deleteUploadSession(id, uri))
    return true
  } catch (error) {
    // A service that looks for the placeholder first says that it is not there any more.
    return isNotFound(error) || hasErrorCode(error, ErrorCode.uploadSessionGone)
  }
}
