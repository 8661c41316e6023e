import * as api from '#src/api/uploads.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { Metadata } from '#src/contract/file.ts'
import { changeUpload, setUploadRate } from '#src/stores/uploads.ts'
import { itemAt } from './file-lists.ts'
import { type Job, patiently, SourceError } from './upload-job.ts'

/*
 * The bytes of one file, part after part, and the speed of all of them.
 */

/** The speed is that of so many ms. */
const ratePeriod = 15_000
let samples: { at: number; bytes: number }[] = []

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
  /** Read while the one before it is on its way; not the last, which is looked at as late as can be. */
  let coming: Promise<Uint8Array<ArrayBuffer>> | undefined
  for (const [at, index] of left.entries()) {
    const bytes = await (coming ?? bytesOf(job, index))
    const next = left[at + 1]
    coming = next === undefined || next === parts - 1 ? undefined : bytesOf(job, next)
    // What cannot be read is met in its turn.
    coming?.catch(() => undefined)
    let isInDoubt = false
    try {
      await patiently(job, () =>
        api.sendPart(session.id, index, bytes, signal).catch((error: unknown) => {
          if (error instanceof TransportError) isInDoubt = true
          throw error
        }),
      )
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === Code.uploadSessionGone
      const isLast = job.received.size === parts - 1
      if (!isGone || !isInDoubt || !isLast || !(await hasArrived(job))) throw error
    }
    job.received.add(index)
    if (job.received.size < parts) await job.log?.received(index)
    changeUpload(job.id, { sent: Math.min(size, job.received.size * session.chunk) })
    measure(bytes.length)
  }
}

/** The answer to the last part got lost, and the service no longer knows the upload: whether that is because it is whole. */
async function hasArrived({ session, size }: Job): Promise<boolean> {
  const found = session && (await itemAt(session.uri))
  return found?.size === size && found.metadata[Metadata.uploadSession] === undefined
}

function measure(bytes: number): void {
  const at = performance.now()
  samples.push({ at, bytes })
  samples = samples.filter((sample) => at - sample.at < ratePeriod)
  const [first] = samples
  const period = first ? at - first.at : 0
  if (period < 500) return
  const sum = samples.slice(1).reduce((total, sample) => total + sample.bytes, 0)
  setUploadRate((sum / period) * 1000)
}

/** Nothing is on its way: there is no speed to tell. */
export function forgetRate(): void {
  samples = []
  setUploadRate(undefined)
}
