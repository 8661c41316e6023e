import { onSignOut } from '#src/api/resets.ts'
import { nameOfUri, parentUri, parseUri } from '#src/contract/uri.ts'
import { deleteSessionAtService } from '#src/features/uploads/parts/upload-session.ts'
import type { FileListAccess } from '#src/features/uploads/targets/file-list-access.ts'
import {
  addUploads,
  type FileSizeAndTime,
  removeUploads,
} from '#src/features/uploads/upload-rows.ts'
import { findItemById } from '#src/jobs/verification/item-lookup.ts'
import type { LocalFile } from '#src/platform/files/local-files.ts'
import {
  type JournaledFile,
  type JournaledSession,
  ownJournals,
  readUnfinishedQueue,
  readUnfinishedQueues,
  type UnfinishedFile,
  type UnfinishedQueue,
  type UploadTarget,
} from './journaled-uploads.ts'
import { folderOf, isSameFile, matchesOf } from './same-file.ts'
import {
  hideUnfinishedQueueSummaries,
  putUnfinishedQueueSummary,
  removeUnfinishedQueueSummary,
} from './unfinished-queue-summaries.ts'
import { type JournalEntryWriter, UploadJournal } from './upload-journal.ts'

/* Uploads that a reload or a crash interrupted. The browser no longer has their files: the user selects them again. */

type Listed = {
  readonly id: string
  target: UploadTarget
  done: ReadonlyMap<number, JournaledFile>
  left: Map<number, UnfinishedFile>
  /** The one file of a list of one is a row among the uploads; undefined for others. */
  rowId: number | undefined
  /** The journal, once this tab goes on with some of them. */
  journal: UploadJournal | undefined
  isFolderGone: boolean
}

/** The lists, by id of their journal. */
const listed = new Map<string, Listed>()

/**
 * Lists the interrupted uploads of the user that no tab works on, and takes those off that another one has taken up.
 * Rejects when the journals cannot be read.
 */
export async function findUnfinishedUploads(): Promise<void> {
  const found = await readUnfinishedQueues()
  const ids = new Set(found.map(({ journalId }) => journalId))
  for (const each of listed.values()) if (!each.journal && !ids.has(each.id)) unlist(each)
  for (const queue of found) if (!listed.has(queue.journalId)) list(queue)
  await Promise.all([...listed.values()].map(locate))
}

/** Looks again when the user comes back to this tab: another one may have taken them up meanwhile. */
if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && listed.size > 0)
      findUnfinishedUploads().catch(() => undefined)
  })
}

function list({ journalId: id, target, left, done }: UnfinishedQueue): void {
  const [file] = left.values()
  const isOne = left.size + done.size === 1
  const rowId = isOne && file ? addRow(target.folder, file) : undefined
  const entry = { id, target, done, left: new Map(left), rowId }
  listed.set(id, { ...entry, journal: undefined, isFolderGone: false })
}

function addRow(folder: string, { name, size, session, received }: UnfinishedFile) {
  const sent = Math.min(size, received.size * (session?.chunk ?? 0))
  const row = { name, folder, size, sent, failure: undefined, canRetry: false }
  return addUploads([{ ...row, state: 'unfinished' }])[0]?.id
}

/** Brings what is shown up to date. */
function show({ id, target, done, left, rowId, journal, isFolderGone }: Listed): void {
  if (rowId !== undefined) return
  const files = [...left.values()]
  const tops = new Set(files.map(({ path }) => path[0] ?? ''))
  const [top = ''] = tops
  const choice = !tops.has('') ? 'folder' : tops.size === 1 ? 'files' : 'both'
  putUnfinishedQueueSummary({
    id,
    name: tops.size === 1 && top ? top : nameOfUri(target.folder),
    done: done.size,
    left: left.size,
    size: files.reduce((sum, { size }) => sum + size, 0),
    choice,
    isResumed: journal !== undefined,
    isFolderGone,
  })
}

function unlist({ id, rowId }: Listed): void {
  listed.delete(id)
  if (rowId === undefined) removeUnfinishedQueueSummary(id)
  else removeUploads(new Set([rowId]))
}

/** Finds the folder, which may have been renamed, moved or deleted since. It is left as it is when that cannot be told. */
async function locate(queue: Listed): Promise<void> {
  const { folder, folderId } = queue.target
  try {
    const path = folderId ? (await findItemById(folderId))?.path : folder
    queue.isFolderGone = path === undefined || parseUri(path).host === 'trash'
    if (path !== undefined && !queue.isFolderGone) queue.target = { ...queue.target, folder: path }
  } catch {
    // The folder stays as it is when the service is not reached.
  }
  if (listed.get(queue.id) === queue) show(queue)
}

/** Makes this tab the one that goes on with them; undefined when another one does, or when all are uploaded. */
async function claim(queue: Listed): Promise<UploadJournal | undefined> {
  if (queue.journal) return queue.journal
  const journal = await UploadJournal.claim(queue.id)
  // Another tab may have gone on with them since they were listed; when that cannot be read they are as they were.
  const now = journal && (await readUnfinishedQueue(queue.id).catch(() => queue))
  if (!now) {
    journal?.release()
    unlist(queue)
    return undefined
  }
  journal.setLeft(now.left.keys())
  queue.journal = journal
  queue.done = now.done
  queue.left = new Map(now.left)
  return journal
}

/** What the upload of a selected file goes on with. */
type TakenUp = {
  readonly entry: JournalEntryWriter
  /** Undefined when it starts anew. */
  readonly session: JournaledSession | undefined
  /** The parts that arrived, with their ETags. */
  readonly received: ReadonlyMap<number, string>
  /** The id of its row, where it has one. */
  readonly rowId: number | undefined
  /** Resolves once a session that it had elsewhere is closed, to whether there was one that is. */
  readonly closing: Promise<boolean>
}

/** An interrupted upload of another file, whose place a selected one takes. */
type ReplacedUpload = FileSizeAndTime & {
  /** Resolves once its session is closed, to whether there was one that is. */
  readonly closing: Promise<boolean>
}

/** What is known of selected files from before a reload. */
export type ClaimedUnfinishedFiles = {
  readonly taken: ReadonlyMap<LocalFile, TakenUp>
  readonly replaced: ReadonlyMap<LocalFile, ReplacedUpload>
  /** Files that another tab goes on with. */
  readonly elsewhere: ReadonlySet<LocalFile>
}

/** The part of an upload that can go on: nothing of it when its folder was moved, for its session stays behind. */
const sessionInPlace = (folder: string, file: UnfinishedFile) =>
  file.session && parentUri(file.session.uri) === folderOf(folder, file) ? file.session : undefined

/**
 * Looks selected files up among the interrupted uploads, by URI of the place that they go to. `begun`: the same file is on
 * its way there; `done`: it was uploaded before the reload, in a list of which others are selected that are left.
 */
export function matchUnfinishedFiles(byPlace: ReadonlyMap<string, LocalFile>): {
  readonly begun: ReadonlySet<LocalFile>
  readonly done: ReadonlySet<LocalFile>
} {
  const begun = new Set<LocalFile>()
  const done = new Set<LocalFile>()
  for (const { target, left, done: uploaded, isFolderGone } of listed.values()) {
    const matches = isFolderGone ? [] : matchesOf(left, target.folder, byPlace)
    for (const { localFile, file } of matches) {
      if (isSameFile(file, localFile) && sessionInPlace(target.folder, file)) begun.add(localFile)
    }
    if (matches.length === 0) continue
    for (const { localFile, file } of matchesOf(uploaded, target.folder, byPlace)) {
      if (isSameFile(file, localFile)) done.add(localFile)
    }
  }
  return { begun, done }
}

/** Goes on with the interrupted uploads to the places of selected files. */
export async function claimUnfinishedFiles(
  byPlace: ReadonlyMap<string, LocalFile>,
): Promise<ClaimedUnfinishedFiles> {
  const taken = new Map<LocalFile, TakenUp>()
  const replaced = new Map<LocalFile, ReplacedUpload>()
  const elsewhere = new Set<LocalFile>()
  for (const queue of listed.values()) {
    const { folder } = queue.target
    const wanted = queue.isFolderGone ? [] : matchesOf(queue.left, folder, byPlace)
    if (wanted.length === 0) continue
    const journal = await claim(queue)
    if (!journal) {
      for (const { localFile } of wanted) elsewhere.add(localFile)
      continue
    }
    for (const { localFile, index, file } of matchesOf(queue.left, folder, byPlace)) {
      queue.left.delete(index)
      const isTaken = isSameFile(file, localFile) && !taken.has(localFile)
      const session = isTaken ? sessionInPlace(folder, file) : undefined
      const closing = closeOther(file, session)
      if (isTaken) {
        const entry = journal.entry(index)
        taken.set(localFile, {
          entry,
          session,
          received: file.received,
          rowId: queue.rowId,
          closing,
        })
        continue
      }
      journal.settle(index, 'dropped')
      replaced.set(localFile, { size: file.size, modified: file.modified, closing })
    }
    if (queue.left.size > 0) show(queue)
    // The row of a list of one goes on as the row of its upload.
    else if ([...taken.values()].some(({ rowId }) => rowId !== undefined && rowId === queue.rowId))
      listed.delete(queue.id)
    else unlist(queue)
  }
  return { taken, replaced, elsewhere }
}

/** Closes the session that a file had, unless it is the one to go on with. */
const closeOther = (
  { session }: UnfinishedFile,
  kept: JournaledSession | undefined,
): Promise<boolean> =>
  session && session !== kept
    ? deleteSessionAtService({ id: session.session, uri: session.uri })
    : Promise.resolve(false)

/** The files that are left of a list, and where they go now; null where that folder is gone. Undefined without such a list. */
export async function locateUnfinishedQueue(id: string): Promise<
  | {
      readonly target: UploadTarget | null
      readonly left: readonly UnfinishedFile[]
    }
  | undefined
> {
  const queue = listed.get(id)
  if (!queue) return undefined
  await locate(queue)
  const { target, left, isFolderGone } = queue
  return { target: isFolderGone ? null : target, left: [...left.values()] }
}

/** The list of one file that a row stands for, undefined for other rows. */
export const journalIdOfRow = (rowId: number): string | undefined =>
  [...listed.values()].find((queue) => queue.rowId === rowId)?.id

/** Shows none of them until the next reload; they go on when their files are uploaded again. */
export function hideUnfinishedUploads(): void {
  for (const queue of listed.values()) {
    if (queue.rowId === undefined) continue
    removeUploads(new Set([queue.rowId]))
    queue.rowId = undefined
    show(queue)
  }
  hideUnfinishedQueueSummaries()
}

/** Takes a list off, and its sessions and locks off the service. What is uploaded stays. */
export async function discardUnfinishedUploads(cache: FileListAccess, id: string): Promise<void> {
  const queue = listed.get(id)
  if (!queue) return
  unlist(queue)
  const isInUse = queue.journal !== undefined
  const journal = await claim(queue)
  if (!journal) return
  const sessions = [...queue.left.values()].flatMap(({ session }) => session ?? [])
  const ended = await Promise.all(
    sessions.map(({ session, uri }) => deleteSessionAtService({ id: session, uri })),
  )
  // Their placeholders may be listed.
  cache.reloadFolders(new Set(sessions.flatMap(({ uri }) => parentUri(uri) ?? [])))
  // What the service has not ended is offered again after a reload.
  if (ended.every(Boolean)) {
    for (const index of queue.left.keys()) journal.settle(index, 'dropped')
  } else if (!isInUse) journal.release()
}

onSignOut(() => {
  listed.clear()
  for (const release of ownJournals.values()) release()
  ownJournals.clear()
})
