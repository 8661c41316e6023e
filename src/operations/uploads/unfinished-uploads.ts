import { onSignOut } from '#src/stores/resets.ts'
import { addUploads, type FileVersion, removeUploads } from '#src/stores/uploads.ts'
import type { UploadCache } from './upload-cache.ts'
import { newUploadGroup } from './upload-group.ts'
import { newUploadJob } from './upload-job.ts'
import {
  claimUploadJournal,
  forgetUploadJournals,
  type JournaledUpload,
  readUnfinishedUploads,
  type UnfinishedUpload,
} from './upload-journal.ts'
import { enqueue, startNext } from './upload-queue.ts'
import { deleteSession } from './upload-session.ts'

/* Uploads that a reload or a crash interrupted. The browser no longer has their files: the user picks them again. */

/** By the id of its row in the store. */
const unfinished = new Map<number, UnfinishedUpload>()

/** Lists the interrupted uploads of the user that no tab works on. */
export async function findUnfinishedUploads(): Promise<void> {
  for (const upload of await readUnfinishedUploads()) {
    const { name, folder, size, chunk } = upload.details
    const sent = Math.min(size, upload.received.size * chunk)
    const row = { name, folder, size, sent, failure: undefined, canRetry: false }
    const [added] = addUploads([{ ...row, state: 'unfinished' }])
    if (added) unfinished.set(added.id, upload)
  }
}

/** Removes it from the map, so that it is taken up once; `journal` is undefined when another tab was quicker. */
async function claimUnfinished(id: number, upload: UnfinishedUpload) {
  unfinished.delete(id)
  return { ...upload, journal: await claimUploadJournal(upload.journalId) }
}

const isSameFile = (details: JournaledUpload, file: File): boolean =>
  details.name === file.name && details.size === file.size && details.modified === file.lastModified

/** The interrupted upload to this place; undefined when there is none. */
export function unfinishedAt(folder: string, name: string): FileVersion | undefined {
  const found = entryAt(folder, name)
  return found?.[1].details
}

const entryAt = (folder: string, name: string) =>
  [...unfinished].find(([, { details }]) => details.folder === folder && details.name === name)

/** Goes on with the interrupted upload of this very file. Resolves to false when there is none. */
export async function resumeSameFile(
  cache: UploadCache,
  folder: string,
  file: File,
): Promise<boolean> {
  const [id] = entryAt(folder, file.name) ?? []
  return id !== undefined && (await resumeWithFile(cache, id, file))
}

/** Takes the interrupted upload to this place off the list and off the service. Resolves to false without one. */
export async function discardUnfinishedAt(folder: string, name: string): Promise<boolean> {
  const [id] = entryAt(folder, name) ?? []
  if (id === undefined) return false
  removeUploads(new Set([id]))
  await discardUnfinished(id)
  return true
}

/** Of all parts. */
const indexesOf = ({ size, chunk }: JournaledUpload): number[] =>
  Array.from({ length: Math.max(1, Math.ceil(size / chunk)) }, (_, index) => index)

/** Goes on with an interrupted upload. Resolves to false when `file` differs in name, size or time of last change. */
export async function resumeWithFile(cache: UploadCache, id: number, file: File): Promise<boolean> {
  const upload = unfinished.get(id)
  if (!upload || !isSameFile(upload.details, file)) return false
  const { details, received, journal } = await claimUnfinished(id, upload)
  if (!journal) {
    removeUploads(new Set([id]))
    return true
  }
  const { session, chunk, uri, folder, isVersion, expires, storage } = details
  const job = newUploadJob(
    id,
    newUploadGroup(cache, folder, 1),
    { file, size: file.size, path: [] },
    folder,
  )
  job.isVersion = isVersion
  job.session = {
    at: 'open',
    id: session,
    uri,
    chunkSize: chunk,
    storage: storage && { ...storage, isAssemblyAsked: true },
    expires,
    received: new Map(received),
    // The page may have been closed before it heard that a part had arrived.
    unanswered: new Set(indexesOf(details)),
    journal,
  }
  enqueue(job)
  startNext()
  return true
}

/** Takes an interrupted upload off the list, and its session and lock off the service. */
export async function discardUnfinished(id: number): Promise<void> {
  const upload = unfinished.get(id)
  if (!upload) return
  const { details, journal } = await claimUnfinished(id, upload)
  if (journal) await deleteSession({ id: details.session, uri: details.uri, journal })
}

onSignOut(() => {
  unfinished.clear()
  forgetUploadJournals()
})
