import {
  partCount,
  syncUploadRow,
  UnsendableFileError,
  type UploadJob,
} from '#src/features/uploads/queue/upload-job.ts'
import { addSentBytes, startSpeedMeasurement } from '#src/features/uploads/queue/upload-speed.ts'
import { createPartUploader } from './create-part-uploader.ts'
import type { Bytes } from './part-uploader.ts'
import { sendWithRetryForJob } from './upload-requests.ts'

/** Reads one part of the file. Throws {@link UnsendableFileError} when the file has changed or cannot be read. */
async function readPart(job: UploadJob, chunkSize: number, index: number): Promise<Bytes> {
  const { size, modified, source } = job
  const start = index * chunkSize
  const end = Math.min(size, start + chunkSize)
  // Before the last part the file is looked up again where the browser can, so that no mixture of two versions is stored.
  const isLast = end === size
  const { file } = source
  const now = isLast && source.reopen ? await source.reopen().catch(() => undefined) : file
  if (!now) throw new UnsendableFileError('unreadable')
  if (now.size !== size || now.lastModified !== modified) throw new UnsendableFileError('changed')
  const bytes = await file
    .slice(start, end)
    .arrayBuffer()
    .catch(() => undefined)
  if (!bytes) throw new UnsendableFileError('unreadable')
  if (bytes.byteLength !== end - start) throw new UnsendableFileError('changed')
  return new Uint8Array(bytes)
}

/** Sends the parts that have not arrived yet, one after another, and completes the file. */
export async function sendParts(job: UploadJob, signal: AbortSignal): Promise<void> {
  const { session } = job
  if (session.at !== 'open') return
  const uploader = await createPartUploader(job, session)
  const { chunkSize, received } = session
  const count = partCount(job, session)
  const missing = Array.from({ length: count }, (_, index) => index).filter(
    (index) => !received.has(index),
  )
  startSpeedMeasurement()
  /**
   * The next part, read while the one before it is sent, except for the last part, which is read as late as possible.
   */
  let ahead: Promise<Bytes> | undefined
  for (const [at, index] of missing.entries()) {
    const bytes = await (ahead ?? readPart(job, chunkSize, index))
    const next = missing[at + 1]
    ahead = next === undefined || next === count - 1 ? undefined : readPart(job, chunkSize, next)
    // A failure is thrown when the part is awaited.
    ahead?.catch(() => undefined)
    let attempts = 0
    const send = () => {
      attempts++
      return uploader.sendPart(index, bytes, signal)
    }
    const tag = await sendWithRetryForJob(job, signal, send, uploader.retries)
    received.set(index, tag)
    // The last part that the service takes completes the file. A storage is asked to complete it, which needs all tags.
    if (received.size < count || tag !== '') await job.entry?.received(index, tag)
    syncUploadRow(job)
    // The time of failed attempts says nothing about the speed.
    if (attempts > 1) startSpeedMeasurement(true)
    else addSentBytes(bytes.length)
  }
  await uploader.complete(signal)
}
