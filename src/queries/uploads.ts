import type { QueryClient } from '@tanstack/react-query'
import * as filesApi from '#src/api/files.ts'
import { SessionEndedError } from '#src/api/tokens.ts'
import * as api from '#src/api/uploads.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import { FileType, Metadata, type StoragePolicy } from '#src/contract/file.ts'
import { isElsewhere } from '#src/contract/upload.ts'
import { childUri, parentUri, parseUri } from '#src/contract/uri.ts'
import { nameProblem } from '#src/lib/file-name.ts'
import { freeNames } from '#src/lib/free-name.ts'
import type { PickedFile, PickedFiles } from '#src/lib/picked-files.ts'
import type { Operation } from '#src/lib/operation.ts'
import { LockCancelledError } from '#src/stores/lock-sessions.ts'
import { forgetsOnSignOut } from '#src/stores/resets.ts'
import { showToast } from '#src/stores/toasts.ts'
import {
  addUploads,
  changeUpload,
  type ClashAnswer,
  currentUploads,
  dropQuestion,
  putQuestion,
  removeUploads,
  setUploadRate,
  type Upload,
  type UploadFailure,
  type UploadQuestion,
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
import { isPassing, waitBefore } from './listing.ts'
import { throughLockGate } from './lock-gate.ts'
import { makeStale } from './stale.ts'
import { forgetUnfinished, takeUnfinished, unfinishedWith } from './upload-log.ts'
import { beginUploadLog, type KeptUpload, type UploadLog } from './upload-log.ts'
import { users } from './users.ts'

/*
 * Files on their way to the service: two at once, the parts of each one after another. Every file ends as done, failed
 * with a reason, cancelled or skipped, and what is given up takes its lock along.
 */

const filesAtOnce = 2
const mostTries = 6
/** Of one drop, so many rows are asked for one by one; the folder is read again after a larger one. */
const mostRows = 20
/** A folder on screen follows a large drop so often, in ms. */
const readPause = 5_000
/** The speed is that of so many ms. */
const ratePeriod = 15_000

/** Files that were given together. */
type Drop = {
  readonly client: QueryClient
  readonly policyId: string | undefined
  /** Names that are taken, by folder; true for a folder. What is not read yet is not in it. */
  readonly taken: Map<string, Map<string, boolean>>
  /** Folders that are being made, or are there. */
  readonly folders: Map<string, Promise<void>>
  readonly count: number
  answer: Promise<ClashAnswer> | undefined
  readAt: number
}

type Job = {
  readonly id: number
  readonly drop: Drop
  readonly folder: string
  readonly size: number
  readonly modified: number
  readonly mime: string
  source: Pick<PickedFile, 'file' | 'again'>
  name: string
  names: Generator<string> | undefined
  isVersion: boolean
  session: { id: string; chunk: number; uri: string } | undefined
  /** The service knows a session whose answer never came. */
  isUncertain: boolean
  /** Of the session that was given up because its lock was gone: what it left behind is ours. */
  lostSession: string | undefined
  received: Set<number>
  log: UploadLog | undefined
  stop: AbortController | undefined
  /** Its session is being ended. */
  ending: Promise<void> | undefined
  isDropped: boolean
  /** Resumed while it was still coming to rest. */
  isWantedAgain: boolean
}

class SourceError extends Error {
  override name = 'SourceError'
  readonly kind: 'gone' | 'changed' | 'elsewhere'
  constructor(kind: SourceError['kind']) {
    super(kind)
    this.kind = kind
  }
}

const jobs = new Map<number, Job>()
const waiting = new Set<Job>()
const active = new Set<Job>()
let samples: { at: number; bytes: number }[] = []

function hold(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
function watchLeaving(): void {
  if (active.size + waiting.size > 0) addEventListener('beforeunload', hold)
  else removeEventListener('beforeunload', hold)
}

const ask = (
  question: Omit<Extract<UploadQuestion, { kind: 'clash' }>, 'answer' | 'kind'>,
): Promise<ClashAnswer> =>
  new Promise((resolve) => {
    const asked: UploadQuestion = {
      ...question,
      kind: 'clash',
      answer: (answer) => {
        dropQuestion(asked)
        resolve(answer)
      },
    }
    putQuestion(asked)
  })

/** Names in a folder: from the list on screen when it is whole, else from the service. */
async function readNames(client: QueryClient, uri: string): Promise<Map<string, boolean>> {
  const names = new Map<string, boolean>()
  const listed = folderLists(client).find((one) => one.uri === uri)?.listing
  if (listed?.walk.at === 'complete') {
    for (const slot of listed.order) {
      const row = listed.at(slot)
      if (row) names.set(row.name, row.isFolder)
    }
    return names
  }
  let page: filesApi.FilePage | undefined = {}
  while (page) {
    const list = await filesApi.listFiles(uri, page)
    for (const file of list.files) names.set(file.name, file.type === FileType.folder)
    const cursor: string | undefined = list.pagination?.next_token
    page = cursor ? { cursor, size: list.props?.max_page_size } : undefined
  }
  return names
}

/** Names in every folder of a drop that is there before it. What cannot be read is found out when it is sent. */
async function readTaken(drop: Drop, folder: string, paths: PickedFiles['folders']): Promise<void> {
  const { client, taken } = drop
  const read = async (uri: string) => {
    const names = await readNames(client, uri).catch(() => undefined)
    if (names) taken.set(uri, names)
  }
  await read(folder)
  for (const path of paths) {
    if (path.some(isNoName)) continue
    const above = path.slice(0, -1).reduce(childUri, folder)
    const name = path.at(-1) ?? ''
    if (taken.get(above)?.get(name)) await read(childUri(above, name))
  }
}

const isNoName = (name: string): boolean => nameProblem(name, () => false) !== null

const endsWith = (name: string, suffixes: readonly string[]): boolean =>
  suffixes.some((suffix) => name.toLowerCase().endsWith(`.${suffix.toLowerCase()}`))

/** What forbids this file here before anything is sent. */
function refusalOf(
  { file, path }: PickedFile,
  storage: StoragePolicy | null,
): UploadFailure | undefined {
  for (const name of [...path, file.name]) {
    const problem = nameProblem(name, () => false)
    if (problem) return { kind: 'name', problem }
  }
  const { max_size: most = 0, allowed_suffix: allowed, denied_suffix: denied } = storage ?? {}
  if (most > 0 && file.size > most) return { kind: 'large', most }
  if (allowed && allowed.length > 0 && !endsWith(file.name, allowed)) return { kind: 'type' }
  if (denied && endsWith(file.name, denied)) return { kind: 'type' }
  return undefined
}

async function isRoomFor(client: QueryClient, folder: string, needed: number): Promise<boolean> {
  // Somebody else's space is not ours to count.
  if (parseUri(folder).host !== 'my') return true
  const capacity = await client
    .fetchQuery({ ...users.capacity(), staleTime: 0, retry: false })
    .catch(() => undefined)
  const free = capacity && capacity.total > 0 ? capacity.total - capacity.used : Infinity
  if (needed <= free) return true
  putQuestion({ kind: 'room', needed, free: Math.max(free, 0) })
  return false
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
  const needed = good.reduce((sum, { file }) => sum + file.size, 0)
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
  await makeFolders(drop, folder, picked.folders)
}

const asUpload = ({ file }: PickedFile, folder: string): Omit<Upload, 'id' | 'state'> => ({
  name: file.name,
  folder,
  size: file.size,
  sent: 0,
  failure: undefined,
})

const newJob = (id: number, drop: Drop, source: PickedFile, folder: string): Job => ({
  id,
  drop,
  folder,
  size: source.file.size,
  modified: source.file.lastModified,
  mime: source.file.type,
  source,
  name: source.file.name,
  names: undefined,
  isVersion: false,
  session: undefined,
  isUncertain: false,
  lostSession: undefined,
  received: new Set(),
  log: undefined,
  stop: undefined,
  ending: undefined,
  isDropped: false,
  isWantedAgain: false,
})

/** Makes the folders of a drop, the empty ones too. */
async function makeFolders(drop: Drop, folder: string, paths: PickedFiles['folders']) {
  for (const path of paths) {
    if (path.some(isNoName)) continue
    try {
      await ensureFolder(drop, path.reduce(childUri, folder))
    } catch (error) {
      if (error instanceof SessionEndedError) return
      // With files in it each of them says so.
      const isSaid = drop.count > 0 || error instanceof LockCancelledError
      if (!isSaid) showToast({ kind: 'failed', error: error as Error })
      return
    }
  }
}

/** Resolves once the folder and those above it are there. */
function ensureFolder(drop: Drop, uri: string): Promise<void> {
  const known = drop.folders.get(uri)
  if (known) return known
  const above = parentUri(uri)
  const name = parseUri(uri).segments.at(-1) ?? ''
  const make = async () => {
    if (above === null) return
    await ensureFolder(drop, above)
    if (drop.taken.get(above)?.get(name)) return
    try {
      const made = await patiently(undefined, () =>
        gated(about('create', [{ name }]), () => filesApi.createFile(uri, 'folder')),
      )
      putInto(drop.client, above, [toFileRow(made)])
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === Code.nameTaken
      if (!isTaken || (await itemAt(uri))?.type !== FileType.folder) throw error
    }
  }
  const making = make()
  drop.folders.set(uri, making)
  // Another file of it tries again.
  making.catch(() => drop.folders.delete(uri))
  return making
}

let gate: Promise<unknown> = Promise.resolve()

/** Through the lock gate, one at a time: a locked folder is asked about once, not for each file in it. */
async function gated<D>(operation: Operation, send: () => Promise<D>): Promise<D> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof LockConflictError)) throw error
    const turn = gate.then(() => throughLockGate(operation, send))
    gate = turn.catch(() => undefined)
    return turn
  }
}

/** Whether the same request may go through later. */
const mayPass = (error: unknown): boolean =>
  isPassing(error) ||
  (error instanceof TransportError && error.status === 200) ||
  // The part that was cut off is still being taken in.
  (error instanceof ApiError && error.code === Code.conflict)

const isAway = (error: unknown): boolean =>
  error instanceof TransportError && error.reason === 'network'

/** Waits for the network, or a growing while. */
async function calm(error: unknown, tries: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = new AbortController()
    const finish = () => {
      end.abort()
      clearTimeout(timer)
      resolve()
    }
    const pause = navigator.onLine ? waitBefore(error, Math.min(tries, 6)) : 60_000
    const timer = setTimeout(finish, pause)
    addEventListener('online', finish, { signal: end.signal })
    signal?.addEventListener('abort', finish, { signal: end.signal })
  })
  signal?.throwIfAborted()
}

/** Sends again for as long as that may help; without a network, for as long as there is none. */
async function patiently<D>(job: Job | undefined, send: () => Promise<D>): Promise<D> {
  const signal = job?.stop?.signal
  for (let tries = 0; ; tries++) {
    try {
      const data = await send()
      if (job && tries > 0) changeUpload(job.id, { state: 'sending' })
      return data
    } catch (error) {
      if (signal?.aborted || !mayPass(error)) throw error
      if (!isAway(error) && tries >= mostTries) throw error
      if (job) changeUpload(job.id, { state: 'stalled' })
      await calm(error, tries, signal)
    }
  }
}

function enqueue(job: Job): void {
  jobs.set(job.id, job)
  waiting.add(job)
}

function pump(): void {
  for (const job of waiting) {
    if (active.size >= filesAtOnce) break
    waiting.delete(job)
    active.add(job)
    void run(job).finally(() => {
      active.delete(job)
      if (job.isWantedAgain && !job.isDropped) resumeUpload(job.id)
      job.isWantedAgain = false
      pump()
    })
  }
  watchLeaving()
  if (active.size === 0) {
    samples = []
    setUploadRate(undefined)
  }
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

/** What became of a file that did not get through. */
function settle(job: Job, error: unknown): void {
  if (job.isDropped || error instanceof SessionEndedError) return
  if (job.stop?.signal.aborted) {
    if (!job.isWantedAgain) changeUpload(job.id, { state: 'paused' })
    return
  }
  const failure = failureOf(job, error)
  changeUpload(job.id, { state: 'failed', failure })
  if (failure.kind !== 'locked') return
  // Asked once: the others of the same drop would meet the same lock.
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

/** What was answered about a name that is known to be taken. A folder cannot be replaced by a file. */
function comply(job: Job, answer: ClashAnswer | undefined): void {
  const isFolder = job.drop.taken.get(job.folder)?.get(job.name)
  if (answer === 'replace' && isFolder === false) job.isVersion = true
  else if (isFolder !== undefined) giveFreeName(job)
}

function giveFreeName(job: Job): void {
  const taken = job.drop.taken.get(job.folder)
  job.isVersion = false
  job.names ??= freeNames(job.name)
  do job.name = job.names.next().value as string
  while (taken?.has(job.name))
  taken?.set(job.name, false)
  changeUpload(job.id, { name: job.name })
}

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

async function sendParts(job: Job, signal: AbortSignal): Promise<void> {
  const { session, size } = job
  if (!session) return
  const parts = Math.max(1, Math.ceil(size / session.chunk))
  for (let index = 0; index < parts; index++) {
    if (job.received.has(index)) continue
    const bytes = await bytesOf(job, index)
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

const isResting = ({ state }: Upload): boolean => state === 'paused'
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
    ...newJob(id, drop, { file, path: [] }, folder),
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
  samples = []
  forgetUnfinished()
  watchLeaving()
})
