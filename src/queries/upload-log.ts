import * as v from 'valibot'
import { addStep, beginLog, endLog, holdLog, isLogHeld, readLogs } from '#src/lib/keep.ts'
import { uuid } from '#src/lib/uuid.ts'
import { currentSession } from '#src/stores/session.ts'
import { addUploads } from '#src/stores/uploads.ts'

/*
 * What outlives the page of a file on its way: which file it was, what the service calls it, and the parts that are
 * there. The file itself has to be chosen again.
 */

const Kept = v.object({
  upload: v.object({
    name: v.string(),
    folder: v.string(),
    uri: v.string(),
    size: v.number(),
    modified: v.number(),
    mime: v.string(),
    session: v.string(),
    chunk: v.number(),
    /** ms since 1970. */
    expires: v.number(),
    isVersion: v.boolean(),
  }),
})
export type KeptUpload = v.InferOutput<typeof Kept>['upload']

/** What was found, by the id that the list of uploads gave it. */
const found = new Map<number, { kept: KeptUpload; received: number[]; log: string }>()
/** Logs that this tab works on, or shows. */
const known = new Set<string>()

export type UploadLog = {
  readonly id: string
  /** Resolves once it is written. */
  received: (index: number) => Promise<void>
  end: () => Promise<void>
}

function logOf(id: string, release: () => void): UploadLog {
  known.add(id)
  return {
    id,
    received: (index) => addStep(id, index),
    end: async () => {
      await endLog(id)
      release()
    },
  }
}

export async function beginUploadLog(upload: KeptUpload): Promise<UploadLog | undefined> {
  const { userId } = currentSession()
  if (userId === undefined) return undefined
  const id = uuid()
  const release = await holdLog(id)
  if (!release) return undefined
  const log = logOf(id, release)
  await beginLog(userId, id, { upload }, [])
  return log
}

/** Looks for uploads that a reload or a crash cut off and that no tab works on, and lists them. */
export async function findUnfinished(): Promise<void> {
  const { userId } = currentSession()
  if (userId === undefined) return
  for (const log of await readLogs(userId)) {
    const read = v.safeParse(Kept, log.what)
    if (!read.success || known.has(log.id) || (await isLogHeld(log.id))) continue
    if (currentSession().userId !== userId) return
    const kept = read.output.upload
    if (kept.expires <= Date.now()) {
      await endLog(log.id)
      continue
    }
    known.add(log.id)
    const received = log.steps.filter((step) => typeof step === 'number')
    const { name, folder, size, chunk } = kept
    const sent = Math.min(size, received.length * chunk)
    const [upload] = addUploads([
      { name, folder, size, sent, state: 'unfinished', failure: undefined },
    ])
    if (upload) found.set(upload.id, { kept, received, log: log.id })
  }
}

export const unfinishedWith = (id: number): KeptUpload | undefined => found.get(id)?.kept

/** Takes one up again; undefined when another tab was quicker. */
export async function takeUnfinished(
  id: number,
): Promise<{ kept: KeptUpload; received: number[]; log: UploadLog } | undefined> {
  const one = found.get(id)
  if (!one) return undefined
  found.delete(id)
  const release = await holdLog(one.log)
  return release && { ...one, log: logOf(one.log, release) }
}

/** Forgets what was found, for tests and for whoever signs in next. */
export const forgetUnfinished = (): void => {
  found.clear()
  known.clear()
}
