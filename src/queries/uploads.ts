import type { QueryClient } from '@tanstack/react-query'
import { SessionEndedError } from '#src/api/tokens.ts'
import * as api from '#src/api/uploads.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import { FileType, Metadata, type StoragePolicy } from '#src/contract/file.ts'
import { isElsewhere } from '#src/contract/upload.ts'
import { childUri } from '#src/contract/uri.ts'
import type { PickedFile, PickedFiles } from '#src/lib/picked-files.ts'
import { LockCancelledError } from '#src/stores/lock-sessions.ts'
import { forgetsOnSignOut, saysFarewell } from '#src/stores/resets.ts'
import {
  addUploads,
  changeUpload,
  currentUploads,
  putQuestion,
  removeUploads,
  type Upload,
  type UploadFailure,
} from '#src/stores/uploads.ts'
import {
  about,
  capacityKey,
  folderLists,
  infoKey,
  itemAt,
  putInto,
  readAgain,
} from './file-lists.ts'
import { toFileRow } from './files.ts'
import { makeStale } from './stale.ts'
import {
  ask,
  comply,
  ensureFolder,
  giveFreeName,
  isRoomFor,
  makeFolders,
  readTaken,
  refusalOf,
} from './upload-drop.ts'
import { type Drop, gated, type Job, newJob, patiently, SourceError } from './upload-job.ts'
import {
  beginUploadLog,
  forgetUnfinished,
  type KeptUpload,
  takeUnfinished,
  unfinishedWith,
  type UploadLog,
} from './upload-log.ts'
import { forgetRate, sendParts } from './upload-parts.ts'

/*
 * Files on their way to the service: two at once, the parts of each one after another. Every file ends as done, failed
 * with a reason, cancelled or skipped, and what is given up takes its lock along.
 */

const filesAtOnce = 2
/** Of one drop, so many rows are asked for one by one; the folder is read again after a larger one. */
const mostRows = 20
/** A folder on screen follows a large drop so often, in ms. */
const readPause = 5_000

const jobs = new Map<number, Job>()
const waiting = new Set<Job>()
const active = new Set<Job>()

function hold(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
function watchLeaving(): void {
  if (active.size + waiting.size > 0) addEventListener('beforeunload', hold)
  else removeEventListener('beforeunload', hold)
}

/** Sends files into a folder, with the folders that they came in. Resolves once they are on their list. */
export async function upload(
  client: QueryClient,
  {
    folder,
    storage,
    picked,
  }: { folder: string; storage: StoragePolicy | null; picked: PickedFiles },
): Promise<void> {
  if (picked.files.length + picked.folders.length === 0) return
  if (isElsewhere(storage)) {
    putQuestion({ kind: 'elsewhere' })
    return
  }
  const refused = picked.files.map((file) => refusalOf(file, storage))
  const good = picked.files.filter((_, at) => !refused[at])
  const needed = good.reduce((sum, { size }) => sum + size, 0)
  if (!(await isRoomFor(client, folder, needed))) return

  const drop: Drop = {
    client,
    policyId: storage?.id || undefined,
    taken: new Map(),
    folders: new Map([[folder, Promise.resolve()]]),
    count: good.length,
    answer: undefined,
    readAt: Date.now(),
  }
  await readTaken(drop, folder, picked.folders)
  const folderOf = ({ path }: PickedFile) => path.reduce(childUri, folder)
  const isTaken = (one: PickedFile) => drop.taken.get(folderOf(one))?.has(one.file.name) ?? false
  const clashes = good.filter(isTaken)
  if (clashes.length > 0) {
    const names = clashes.slice(0, 5).map(({ file }) => file.name)
    const asked = ask({ names, count: clashes.length, total: good.length })
    drop.answer = asked
    if ((await asked) === 'cancel') return
  }
  const answer = await drop.answer
  const sent = good.filter((one) => answer !== 'skip' || !isTaken(one))

  const failed = picked.files.flatMap((file, at) => {
    const failure = refused[at]
    return failure ? [{ ...asUpload(file, folder), state: 'failed' as const, failure }] : []
  })
  const listed = addUploads([
    ...failed,
    ...sent.map((one) => ({ ...asUpload(one, folderOf(one)), state: 'waiting' as const })),
  ]).slice(failed.length)
  const given = new Set<string>()
  for (const [at, { id }] of listed.entries()) {
    const one = sent[at]
    if (!one) continue
    const job = newJob(id, drop, one, folderOf(one))
    const key = `${job.folder}/${job.name}`
    // Two pasted pictures have one name.
    if (given.has(key)) giveFreeName(job)
    else comply(job, answer)
    given.add(key)
    enqueue(job)
  }
  pump()
  await makeFolders(drop, folder, picked)
}

const asUpload = ({ file, size }: PickedFile, folder: string): Omit<Upload, 'id' | 'state'> => ({
  name: file.name,
  folder,
  size,
  sent: 0,
  failure: undefined,
})

function enqueue(job: Job): void {
  jobs.set(job.id, job)
  waiting.add(job)
}

function pump(): void {
  for (const job of waiting) {
    if (active.size >= filesAtOnce) break
    waiting.delete(job)
    active.add(job)
    job.running = run(job).finally(() => {
      active.delete(job)
      if (job.isWantedAgain && !job.isDropped) resumeUpload(job.id)
      job.isWantedAgain = false
      pump()
    })
  }
  watchLeaving()
  if (active.size === 0) forgetRate()
}

async function run(job: Job): Promise<void> {
  const stop = new AbortController()
  job.stop = stop
  changeUpload(job.id, { state: 'sending', failure: undefined })
  try {
    await ensureFolder(job.drop, job.folder)
    stop.signal.throwIfAborted()
    await begin(job)
    stop.signal.throwIfAborted()
    if (!job.isDropped) await sendParts(job, stop.signal)
    if (!job.isDropped) await finish(job)
  } catch (error) {
    settle(job, error)
  } finally {
    if (job.isDropped) giveUp(job)
  }
}

/** Whether it is the place that was refused, and not this one file. */
const meetsOthers = (failure: UploadFailure): boolean =>
  failure.kind === 'locked' ||
  (failure.kind === 'error' &&
    failure.error instanceof ApiError &&
    (failure.error.code === Code.insufficientCapacity || failure.error.code === Code.ioFailed))

/** What became of a file that did not get through. */
function settle(job: Job, error: unknown): void {
  if (job.isDropped || error instanceof SessionEndedError) return
  if (job.stop?.signal.aborted) {
    if (!job.isWantedAgain) changeUpload(job.id, { state: 'paused' })
    return
  }
  const failure = failureOf(job, error)
  changeUpload(job.id, { state: 'failed', failure })
  if (!meetsOthers(failure)) return
  // The others of the same drop would meet the same, one after another.
  for (const other of waiting) if (other.drop === job.drop) pauseUpload(other.id)
}

function failureOf(job: Job, error: unknown): UploadFailure {
  if (error instanceof LockCancelledError) return { kind: 'locked' }
  if (error instanceof SourceError) {
    giveUp(job)
    return { kind: error.kind }
  }
  if (error instanceof LockConflictError) {
    job.lostSession = job.session?.id
    giveUp(job)
    return { kind: 'lockLost' }
  }
  const isOver = error instanceof ApiError && error.code === Code.uploadSessionGone
  if (isOver || (error instanceof ApiError && error.code === Code.pathNotFound && job.session)) {
    giveUp(job)
    return { kind: 'over' }
  }
  return { kind: 'error', error: error as Error }
}

/** Takes the place: its lock is held from now on. */
async function begin(job: Job): Promise<void> {
  await job.ending
  while (!job.session && !job.isDropped) {
    try {
      const { size, modified, mime, isVersion } = job
      const uri = childUri(job.folder, job.name)
      const { policyId } = job.drop
      const session = await patiently(job, () =>
        gated(about('upload', [job]), () =>
          api.beginUpload({ uri, size, modified, mime, isVersion, policyId }).catch((error) => {
            if (error instanceof TransportError) job.isUncertain = true
            throw error
          }),
        ),
      )
      const chunk = session.chunk_size > 0 ? session.chunk_size : Math.max(size, 1)
      job.session = { id: session.session_id, chunk, uri: session.uri || uri }
      job.received = new Set()
      if ((session.upload_urls?.length ?? 0) > 0 || isElsewhere(session.storage_policy)) {
        throw new SourceError('elsewhere')
      }
      job.log = await beginUploadLog({
        name: job.name,
        folder: job.folder,
        uri: job.session.uri,
        size,
        modified,
        mime,
        session: session.session_id,
        chunk,
        expires: session.expires * 1000,
        isVersion,
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== Code.nameTaken) throw error
      await whenTaken(job)
    }
  }
}

/** The name turned out to be taken: by what an own attempt left, or by somebody who was quicker. */
async function whenTaken(job: Job): Promise<void> {
  const uri = childUri(job.folder, job.name)
  const found = await patiently(job, () => itemAt(uri))
  const session = found?.metadata[Metadata.uploadSession]
  if (session && job.isUncertain) {
    job.isUncertain = false
    await api.cancelUpload(session, uri).catch(() => undefined)
    return
  }
  if (found && session && session === job.lostSession) {
    job.isVersion = true
    return
  }
  const { drop } = job
  drop.answer ??= ask({ names: [job.name], count: 1, total: 1 })
  const answer = await drop.answer
  if (answer === 'cancel') dropJobs([...jobs.values()].filter((other) => other.drop === drop))
  else if (answer === 'skip') dropJobs([job])
  else if (answer === 'replace' && found && !job.isVersion && found.type !== FileType.folder) {
    job.isVersion = true
  } else giveFreeName(job)
}

async function finish(job: Job): Promise<void> {
  const { drop, session, size } = job
  jobs.delete(job.id)
  void job.log?.end()
  const isLast = ![...waiting, ...active].some((other) => other !== job && other.drop === drop)
  if (isLast) makeStale(drop.client, [capacityKey, infoKey])
  if (drop.count <= mostRows) {
    const file = session && (await itemAt(session.uri).catch(() => undefined))
    if (file) putInto(drop.client, job.folder, [toFileRow(file)])
    else readAgain(drop.client, job.folder)
  } else if (isLast || Date.now() - drop.readAt > readPause) {
    drop.readAt = Date.now()
    for (const { uri } of folderLists(drop.client)) {
      if (drop.folders.has(uri)) readAgain(drop.client, uri)
    }
  }
  changeUpload(job.id, { state: 'done', sent: size })
}

/** Ends the session at the service, so that its lock goes too. What is over already is over. */
function giveUp(job: Job): void {
  const { session, log } = job
  job.session = undefined
  job.log = undefined
  job.received = new Set()
  if (!session) return
  changeUpload(job.id, { sent: 0 })
  job.ending = endSession(session.id, session.uri, log)
}

async function endSession(id: string, uri: string, log: UploadLog | undefined): Promise<void> {
  try {
    await patiently(undefined, () => api.cancelUpload(id, uri))
  } catch (error) {
    // It stays in the log: it is offered again after a reload.
    if (!(error instanceof ApiError)) return
  }
  await log?.end()
}

/** They leave the list; one that is in the middle of something ends by itself. */
function dropJobs(some: readonly Job[]): void {
  for (const job of some) {
    job.isDropped = true
    waiting.delete(job)
    jobs.delete(job.id)
    if (active.has(job)) job.stop?.abort(new DOMException('cancelled', 'AbortError'))
    else giveUp(job)
  }
  removeUploads(new Set(some.map(({ id }) => id)))
  pump()
}

export function pauseUpload(id: number): void {
  const job = jobs.get(id)
  if (!job) return
  if (waiting.delete(job)) changeUpload(id, { state: 'paused' })
  else if (active.has(job)) {
    job.isWantedAgain = false
    job.stop?.abort(new DOMException('paused', 'AbortError'))
    changeUpload(id, { state: 'paused' })
  }
  watchLeaving()
}

/** Goes on with one that rests or failed; from its beginning where its session is gone. */
export function resumeUpload(id: number): void {
  const job = jobs.get(id)
  if (!job) return
  changeUpload(id, { state: 'waiting', failure: undefined })
  job.isWantedAgain = active.has(job)
  if (job.isWantedAgain) return
  waiting.add(job)
  pump()
}

/** Takes it from the list, and its session and lock from the service. */
export function cancelUpload(id: number): void {
  const job = jobs.get(id)
  if (job) dropJobs([job])
  else void forgetUpload(id)
}

/** One without a job is done, was never sent, or is from before a reload. */
async function forgetUpload(id: number): Promise<void> {
  removeUploads(new Set([id]))
  const past = await takeUnfinished(id)
  if (past) await endSession(past.kept.session, past.kept.uri, past.log)
}

const isResting = ({ state, failure }: Upload): boolean =>
  state === 'paused' || (failure !== undefined && meetsOthers(failure))
const isMoving = ({ state }: Upload): boolean =>
  state === 'waiting' || state === 'sending' || state === 'stalled'

export const pauseUploads = (): void =>
  currentUploads()
    .filter(isMoving)
    .forEach(({ id }) => pauseUpload(id))
export const resumeUploads = (): void =>
  currentUploads()
    .filter(isResting)
    .forEach(({ id }) => resumeUpload(id))
export function cancelUploads(): void {
  dropJobs([...jobs.values()])
  for (const { id, state } of currentUploads()) if (state !== 'done') void forgetUpload(id)
}
/** Takes what is done, and what can never be sent, from the list. */
export function clearUploads(): void {
  const over = currentUploads().filter(
    ({ id, state }) => state === 'done' || (state === 'failed' && !jobs.has(id)),
  )
  removeUploads(new Set(over.map(({ id }) => id)))
}

const sameFile = (kept: KeptUpload, file: File): boolean =>
  kept.name === file.name && kept.size === file.size && kept.modified === file.lastModified

/**
 * Goes on with an upload from before a reload. False when this is not the file that it was: its name, its size or the
 * time of its last change differs.
 */
export async function continueUpload(
  client: QueryClient,
  id: number,
  file: File,
): Promise<boolean> {
  const kept = unfinishedWith(id)
  if (!kept || !sameFile(kept, file)) return false
  const past = await takeUnfinished(id)
  if (!past) {
    removeUploads(new Set([id]))
    return true
  }
  const { session, chunk, uri, folder, isVersion } = kept
  const drop: Drop = {
    client,
    policyId: undefined,
    taken: new Map(),
    folders: new Map([[folder, Promise.resolve()]]),
    count: 1,
    answer: undefined,
    readAt: Date.now(),
  }
  const job: Job = {
    ...newJob(id, drop, { file, size: file.size, path: [] }, folder),
    session: { id: session, chunk, uri },
    isVersion,
    received: new Set(past.received),
    log: past.log,
  }
  changeUpload(id, { state: 'waiting' })
  enqueue(job)
  pump()
  return true
}

/** Whether it can be sent again as it is: one that was refused before it was sent cannot. */
export const canRetry = (id: number): boolean => jobs.has(id)

/** Who signs out takes the locks of their uploads along. */
saysFarewell(async () => {
  const all = [...jobs.values()]
  dropJobs(all)
  const rest = async (job: Job) => {
    await job.running
    // Begun by what ran.
    await job.ending
  }
  await Promise.allSettled(all.map(rest))
})

forgetsOnSignOut(() => {
  for (const job of active) {
    job.isDropped = true
    job.session = undefined
    job.stop?.abort(new DOMException('signed out', 'AbortError'))
  }
  jobs.clear()
  waiting.clear()
  // One that never gets an answer must not stand in the way of whoever comes next.
  active.clear()
  forgetRate()
  forgetUnfinished()
  watchLeaving()
})
