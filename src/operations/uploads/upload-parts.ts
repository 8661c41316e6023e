import * as api from '#src/api/uploads.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { MetadataKey } from '#src/contract/file.ts'
import { findItemAt } from '#src/operations/item-lookup.ts'
import { type OpenSession, showUploadJob, SourceError, type UploadJob } from './upload-job.ts'
import { sendForJob } from './upload-requests.ts'
import { addSentBytes, startMeasuring } from './upload-speed.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Reads one part of the file. Throws {@link SourceError} when the file has changed or cannot be read. */
async function readPart(job: UploadJob, chunkSize: number, index: number): Promise<Bytes> {
  const { size, modified, source } = job
  const start = index * chunkSize
  const end = Math.min(size, start + chunkSize)
  // Before the last part the file is looked up again where the browser can, so that no mixture of two versions is stored.
  const isLast = end === size
  const { file } = source
  const now = isLast && source.reopen ? await source.reopen().catch(() => undefined) : file
  if (!now) throw new SourceError('unreadable')
  if (now.size !== size || now.lastModified !== modified) throw new SourceError('changed')
  const bytes = await file
    .slice(start, end)
    .arrayBuffer()
    .catch(() => undefined)
  if (!bytes) throw new SourceError('unreadable')
  if (bytes.byteLength !== end - start) throw new SourceError('changed')
  return new Uint8Array(bytes)
}

/** Sends the parts that the service does not have yet, one after another. */
export async function sendParts(job: UploadJob, signal: AbortSignal): Promise<void> {
  const { session, size } = job
  if (session.at !== 'open') return
  const { chunkSize, received, journal } = session
  const count = Math.max(1, Math.ceil(size / chunkSize))
  const missing = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !received.has(index),
  )
  startMeasuring()
  /** Read while the part before it is sent; not the last part, which is read as late as possible. */
  let ahead: Promise<Bytes> | undefined
  for (const [at, index] of missing.entries()) {
    const bytes = await (ahead ?? readPart(job, chunkSize, index))
    const next = missing[at + 1]
    ahead = next === undefined || next === count - 1 ? undefined : readPart(job, chunkSize, next)
    // A failure is thrown when the part is awaited.
    ahead?.catch(() => undefined)
    const attempts = await sendPart(job, session, index, bytes, count, signal)
    received.add(index)
    if (received.size < count) await journal?.received(index)
    showUploadJob(job)
    // The time of failed attempts says nothing about the speed.
    if (attempts > 1) startMeasuring(true)
    else addSentBytes(bytes.length)
  }
}

/** Sends one part until it has arrived. Resolves to the number of attempts. */
async function sendPart(
  job: UploadJob,
  session: OpenSession,
  index: number,
  bytes: Bytes,
  count: number,
  signal: AbortSignal,
): Promise<number> {
  let attempts = 0
  try {
    await sendForJob(job, signal, () => {
      attempts++
      return api.uploadPart(session.id, index, bytes, signal).catch((error: unknown) => {
        if (!(error instanceof ApiError)) session.unanswered.add(index)
        throw error
      })
    })
  } catch (error) {
    const isSessionGone = error instanceof ApiError && error.code === ErrorCode.uploadSessionGone
    const isLast = session.received.size === count - 1
    const mayHaveArrived = isLast && session.unanswered.has(index)
    if (
      !isSessionGone ||
      !mayHaveArrived ||
      !(await sendForJob(job, signal, () => isComplete(job, session)))
    ) {
      throw error
    }
  }
  return attempts
}

/** Whether the session is gone because the last part had arrived and completed the file. */
async function isComplete({ size }: UploadJob, { uri }: OpenSession): Promise<boolean> {
  const found = await findItemAt(uri)
  return found?.size === size && found.metadata[MetadataKey.uploadSession] === undefined
}
