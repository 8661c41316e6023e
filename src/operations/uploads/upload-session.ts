import * as api from '#src/api/uploads.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { FileType, MetadataKey } from '#src/contract/file.ts'
import { isExternalStorage, s3TypeOf, type UploadSession } from '#src/contract/upload.ts'
import { childUri } from '#src/contract/uri.ts'
import { describeOperation } from '#src/lib/operation.ts'
import { findItemAt } from '#src/operations/item-lookup.ts'
import {
  type ExternalUpload,
  type OpenSession,
  showUploadJob,
  UploadSourceError,
  type UploadJob,
} from './upload-job.ts'
import { createUploadJournal } from './upload-journal.ts'
import { askAboutConflict, assignFreeName } from './upload-names.ts'
import { sendForJob, sendWithRetry, throughSharedLockGate } from './upload-requests.ts'

/**
 * Creates the session of a job, unless it has one; from then on the service holds a lock on the file. Resolves to 'skip'
 * or 'cancel' when the name is taken and the user answers so: this file, or its whole group, is not to be uploaded.
 */
export async function openSession(
  job: UploadJob,
  signal: AbortSignal,
): Promise<'open' | 'skip' | 'cancel'> {
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
  return 'open'
}

async function createSession(job: UploadJob, signal: AbortSignal): Promise<void> {
  const session = await sendForJob(job, signal, () =>
    throughSharedLockGate(describeOperation('upload', [job]), () => requestSession(job)),
  )
  const chunkSize = session.chunk_size > 0 ? session.chunk_size : Math.max(job.size, 1)
  const uri = session.uri || childUri(job.folder, job.name)
  const open: OpenSession = {
    at: 'open',
    id: session.session_id,
    uri,
    chunkSize,
    storage: undefined,
    expires: session.expires * 1000,
    received: new Map(),
    unanswered: new Set(),
    journal: undefined,
  }
  // From here on it is closed when the upload is given up.
  job.session = open
  const storage = externalUploadOf(session)
  const journal = await createUploadJournal({
    name: job.name,
    folder: job.folder,
    uri,
    size: job.size,
    modified: job.modified,
    mime: job.mime,
    session: session.session_id,
    chunk: chunkSize,
    expires: open.expires,
    isVersion: job.isVersion,
    ...(storage ? { storage } : {}),
  })
  job.session = { ...open, storage: storage && { ...storage, isAssemblyAsked: false }, journal }
}

/** Where the parts go, undefined for the service itself. Throws `UploadSourceError` for a kind of storage unknown here. */
function externalUploadOf(
  session: UploadSession,
): Omit<ExternalUpload, 'isAssemblyAsked'> | undefined {
  const { upload_urls: partUrls = [], storage_policy: policy } = session
  if (partUrls.length === 0 && !isExternalStorage(policy)) return undefined
  const type = s3TypeOf(policy)
  const {
    completeURL: completeUrl,
    callback_secret: secret,
    encrypt_metadata: encryption,
  } = session
  const isEncrypted = encryption !== undefined && encryption !== null
  if (!type || !completeUrl || isEncrypted) throw new UploadSourceError('externalStorage')
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
    if (error instanceof TransportError && job.session.at === 'none') {
      job.session = { ...job.session, mayExist: true }
    }
    throw error
  }
}

/** The name is taken: by a session of our own, or by an item that came after the names were read. */
async function resolveNameConflict(
  job: UploadJob,
  signal: AbortSignal,
): Promise<'retry' | 'skip' | 'cancel'> {
  const uri = childUri(job.folder, job.name)
  const found = await sendForJob(job, signal, () => findItemAt(uri))
  const sessionId = found?.metadata[MetadataKey.uploadSession]
  const { session, group } = job
  if (sessionId && session.at === 'none') {
    if (session.mayExist) {
      job.session = { ...session, mayExist: false }
      await api.deleteUploadSession(sessionId, uri).catch(() => undefined)
      return 'retry'
    }
    if (sessionId === session.lostId) {
      job.isVersion = true
      return 'retry'
    }
  }
  group.conflictAnswer ??= askAboutConflict({ files: [job], count: 1, total: 1 })
  const answer = await group.conflictAnswer
  if (answer === 'cancel' || answer === 'skip') return answer
  const canReplace = found && !job.isVersion && found.type !== FileType.folder
  if (answer === 'replace' && canReplace) job.isVersion = true
  else assignFreeName(job)
  return 'retry'
}

/**
 * Gives up the session of a job; its lock and what was sent go in the background (`job.closing`). `isLockLost`: its lock
 * is gone already, but its placeholder file may stay.
 */
export function closeSession(job: UploadJob, isLockLost = false): void {
  const { session } = job
  if (session.at !== 'open') return
  job.session = { at: 'none', mayExist: false, lostId: isLockLost ? session.id : undefined }
  showUploadJob(job)
  job.closing = deleteSession(session)
}

/** Deletes a session at the service, then its journal. Never rejects. */
export async function deleteSession({
  id,
  uri,
  journal,
}: Pick<OpenSession, 'id' | 'uri' | 'journal'>): Promise<void> {
  try {
    await sendWithRetry(() => api.deleteUploadSession(id, uri))
  } catch (error) {
    // Without an answer the journal stays, so that the upload is offered again after a reload.
    if (!(error instanceof ApiError)) return
  }
  await journal?.end()
}
