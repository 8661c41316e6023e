import * as api from '#src/api/uploads.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { Metadata } from '#src/contract/file.ts'
import { recentSamples, type Sample, speedOf } from '#src/lib/speed.ts'
import { changeUpload, setUploadRate } from '#src/stores/uploads.ts'
import { itemAt } from './file-lists.ts'
import { type Job, patiently, SourceError } from './upload-job.ts'

/*
 * The bytes of one file, part after part, and the speed of all of them.
 */

let samples: readonly Sample[] = []

/** The bytes of one part, of the file as it was chosen. */
async function bytesOf(job: Job, index: number): Promise<Uint8Array<ArrayBuffer>> {
  const { size, modified, source, session } = job
  const chunk = session?.chunk ?? size
  const from = index * chunk
  const to = Math.min(size, from + chunk)
  // Where it can be looked at again, at its end: what was sent then is of one piece.
  const isLast = to === size
  const { file } = source
  const now = isLast && source.again ? await source.again().catch(() => undefined) : file
  if (!now) throw new SourceError('gone')
  if (now.size !== size || now.lastModified !== modified) throw new SourceError('changed')
  const bytes = await file
    .slice(from, to)
    .arrayBuffer()
    .catch(() => undefined)
  if (!bytes) throw new SourceError('gone')
  if (bytes.byteLength !== to - from) throw new SourceError('changed')
  return new Uint8Array(bytes)
}

export async function sendParts(job: Job, signal: AbortSignal): Promise<void> {
  const { session, size } = job
  if (!session) return
  const parts = Math.max(1, Math.ceil(size / session.chunk))
  const left = Array.from({ length: parts }, (_, index) => index).filter(
    (index) => !job.received.has(index),
  )
  if (samples.length === 0) beginMeasuring()
  /** Read while the one before it is on its way; not the last, which is looked at as late as can be. */
  let coming: Promise<Uint8Array<ArrayBuffer>> | undefined
  for (const [at, index] of left.entries()) {
    const bytes = await (coming ?? bytesOf(job, index))
    const next = left[at + 1]
    coming = next === undefined || next === parts - 1 ? undefined : bytesOf(job, next)
    // What cannot be read is met in its turn.
    coming?.catch(() => undefined)
    let isInDoubt = false
    let tries = 0
    try {
      await patiently(job, () => {
        tries++
        return api.sendPart(session.id, index, bytes, signal).catch((error: unknown) => {
          if (error instanceof TransportError) isInDoubt = true
          throw error
        })
      })
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === Code.uploadSessionGone
      const isLast = job.received.size === parts - 1
      if (!isGone || !isInDoubt || !isLast || !(await hasArrived(job))) throw error
    }
    job.received.add(index)
    if (job.received.size < parts) await job.log?.received(index)
    changeUpload(job.id, { sent: Math.min(size, job.received.size * session.chunk) })
    // The time in which there was no network tells nothing of its speed.
    if (tries > 1) beginMeasuring()
    else measure(bytes.length)
  }
}

/** The answer to the last part got lost, and the service no longer knows the upload: whether that is because it is whole. */
async function hasArrived({ session, size }: Job): Promise<boolean> {
  const found = session && (await itemAt(session.uri))
  return found?.size === size && found.metadata[Metadata.uploadSession] === undefined
}

function beginMeasuring(): void {
  samples = [{ at: performance.now(), bytes: 0 }]
  setUploadRate(undefined)
}

function measure(bytes: number): void {
  samples = recentSamples([...samples, { at: performance.now(), bytes }])
  setUploadRate(speedOf(samples))
}

/** Nothing is on its way: there is no speed to tell. */
export function forgetRate(): void {
  samples = []
  setUploadRate(undefined)
}
