import { createSignInCheck } from '#src/api/resets.ts'
import type { StoragePolicy } from '#src/contract/file.ts'
import { isExternalStorage, s3StorageTypeOf } from '#src/contract/upload.ts'
import { childUri, isRootUri, parseUri } from '#src/contract/uri.ts'
import { type NameClash, clashSideOfRow } from '#src/features/name-clash/name-clash-question.ts'
import type { UploadTarget } from '#src/features/uploads/journal/journaled-uploads.ts'
import { matchLocalFiles } from '#src/features/uploads/journal/same-file.ts'
import {
  findUnfinishedUploads,
  type ClaimedUnfinishedFiles,
  locateUnfinishedQueue,
  matchUnfinishedFiles,
  claimUnfinishedFiles,
} from '#src/features/uploads/journal/unfinished-uploads.ts'
import { UploadJournal } from '#src/features/uploads/journal/upload-journal.ts'
import { restoreUploadSession } from '#src/features/uploads/parts/upload-session.ts'
import { setScannedFileCount } from '#src/features/uploads/scanned-files.ts'
import type { FileListAccess } from '#src/features/uploads/targets/file-list-access.ts'
import { hasSpaceOrWarn, localFileFailure } from '#src/features/uploads/targets/upload-checks.ts'
import { createFolders } from '#src/features/uploads/targets/upload-folders.ts'
import {
  applyConflictAnswer,
  assignFreeName,
  loadTakenNames,
} from '#src/features/uploads/targets/upload-names.ts'
import {
  askBeforeUpload,
  takenNamesQuestion,
  uploadRefusalQuestion,
} from '#src/features/uploads/upload-questions.ts'
import { addUploads, type Upload } from '#src/features/uploads/upload-rows.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { hasStorageOrigins } from '#src/platform/deployment/storage-origins.ts'
import type { LocalFile, LocalFilesAndFolders } from '#src/platform/files/local-files.ts'
import { createUploadGroup, type UploadGroup } from './upload-group.ts'
import { createUploadJob } from './upload-job.ts'
import { allUploadJobs, enqueueUpload, resumeUploadJobs, startNextUploads } from './upload-queue.ts'

export type UploadRequest = {
  /** URI of the target folder. */
  readonly folder: string
  /** Its id, where that is known: another folder of that name is not written to. */
  readonly folderId: string | undefined
  /** Its storage policy, null where the service tells none. */
  readonly storage: StoragePolicy | null
  readonly localFiles: LocalFilesAndFolders
}

/**
 * Uploads files and the folders that they came in, and goes on with those of them whose upload was interrupted. Asks
 * first about names that are taken. Resolves once the files are in the queue and the folders are created.
 */
export async function startUploads(
  cache: FileListAccess,
  { folder, folderId, storage, localFiles }: UploadRequest,
): Promise<void> {
  const { unreadable = [] } = localFiles
  if (localFiles.files.length + localFiles.folders.length + unreadable.length === 0) return
  if (isExternalStorage(storage) && !(s3StorageTypeOf(storage) && hasStorageOrigins())) {
    void askBeforeUpload(uploadRefusalQuestion, { kind: 'externalStorage' })
    return
  }
  const assertSignedIn = createSignInCheck()
  // What was interrupted is known a moment after the start of the page, unless it is asked for.
  await findUnfinishedUploads().catch(() => undefined)
  assertSignedIn()
  const refusals = localFiles.files.map((file) => localFileFailure(file, storage))
  const files = localFiles.files.filter((_, at) => !refusals[at])
  const target = {
    folder,
    folderId: (lasts(folder) && folderId) || '',
    policyId: storage?.id || undefined,
  }
  const refused = localFiles.files.flatMap((file, at) => {
    const failure = refusals[at]
    return failure
      ? [{ ...newRow(file.file.name, file.size, folder), state: 'failed' as const, failure }]
      : []
  })
  const unread = unreadable.map(({ name, path, isFolder }) => ({
    ...newRow(name, 0, path.reduce(childUri, folder)),
    state: 'failed' as const,
    failure: { kind: isFolder ? ('unreadableFolder' as const) : ('unreadable' as const) },
  }))
  // Adding rows ends what the panel says of files being read.
  if (refused.length + unread.length > 0) addUploads([...refused, ...unread])
  await upload(cache, target, { ...localFiles, files }, folderId)
}

/**
 * Whether a folder can be found after a reload: only the user's own folders are found by their id, and the root is
 * always in its place.
 */
const lasts = (uri: string): boolean => parseUri(uri).host === 'my' && !isRootUri(uri)

/** What became of files that were selected to go on with a list. */
export type ResumeResult = {
  /** Number of files that it goes on with. */
  readonly matching: number
  /** Names of those whose size or date is another one by now; they are left out. */
  readonly differing: readonly string[]
}

/**
 * Goes on with an interrupted list, with those of the selected files that are left of it. Resolves to undefined when there
 * is no such list any more, to 'folderGone' when there is no place to upload to.
 */
export async function resumeQueueWithLocalFiles(
  cache: FileListAccess,
  id: string,
  localFiles: LocalFilesAndFolders,
): Promise<ResumeResult | 'folderGone' | undefined> {
  const assertSignedIn = createSignInCheck()
  const list = await locateUnfinishedQueue(id)
  assertSignedIn()
  if (!list) return undefined
  const { target, left } = list
  if (!target) return 'folderGone'
  const { matching: files, differing } = matchLocalFiles(left, localFiles.files)
  const areWhereTheyWere =
    files.length > 0 && files.every((file) => localFiles.files.includes(file))
  if (files.length > 0) {
    const folders = areWhereTheyWere ? localFiles.folders : []
    const folderId = target.folderId || undefined
    await upload(cache, target, { files, folders }, folderId)
  }
  return { matching: files.length, differing }
}

async function upload(
  cache: FileListAccess,
  target: UploadTarget,
  localFiles: LocalFilesAndFolders,
  folderId: string | undefined,
): Promise<void> {
  const { folder, policyId } = target
  const unlisted = localFiles.files.filter((file) => !resumeListed(folderOf(file, folder), file))
  const known = matchUnfinishedFiles(byPlace(unlisted, folder))
  const group = createUploadGroup(cache, { uri: folder, id: folderId }, unlisted.length, policyId)
  await loadTakenNames(group, folder, localFiles.folders)
  group.assertSignedIn()
  setScannedFileCount(undefined)
  const wanted = unlisted.filter((file) => !(known.done.has(file) && isTaken(group, folder, file)))
  const needed = wanted.reduce((sum, file) => sum + (known.begun.has(file) ? 0 : file.size), 0)
  if (!(await hasSpaceOrWarn(group, folder, { count: wanted.length, needed }))) return
  const files = await askAboutTakenNames(group, folder, wanted, known.begun)
  if (!files) return
  const found = await claimUnfinishedFiles(byPlace(wanted, folder))
  group.assertSignedIn()
  if (found.elsewhere.size > 0) {
    showToast({ kind: 'done', key: 'uploadedElsewhere', values: { count: found.elsewhere.size } })
  }
  const sent = new Set(files.filter((file) => !found.elsewhere.has(file)))
  for (const [file, { entry }] of found.taken) if (!sent.has(file)) entry.settle('dropped')
  await queueFiles(group, target, [...sent], found)
  startNextUploads()
  await createFolders(group, localFiles)
}

const folderOf = ({ path }: LocalFile, folder: string): string => path.reduce(childUri, folder)

const byPlace = (files: readonly LocalFile[], folder: string): Map<string, LocalFile> =>
  new Map(files.map((file) => [childUri(folderOf(file, folder), file.file.name), file]))

/**
 * Whether this very file is on its way to this place; it goes on if it is paused or has failed, with what was selected
 * now: the browser may not read what was selected before.
 */
function resumeListed(folder: string, localFile: LocalFile): boolean {
  const { file } = localFile
  const job = allUploadJobs().find(
    (each) =>
      each.folder === folder &&
      each.name === file.name &&
      each.size === file.size &&
      each.modified === file.lastModified,
  )
  if (!job) return false
  const { group, source } = job
  const clashId = group.clashIds.get(source)
  if (clashId !== undefined) group.clashIds = new Map([...group.clashIds, [localFile, clashId]])
  job.source = localFile
  resumeUploadJobs([job])
  return true
}

const isTaken = (group: UploadGroup, folder: string, localFile: LocalFile): boolean =>
  group.takenNames.get(folderOf(localFile, folder))?.has(localFile.file.name) ?? false

/** The files to upload; undefined when the user cancels. `begun`: those that have a place already. */
async function askAboutTakenNames(
  group: UploadGroup,
  folder: string,
  files: readonly LocalFile[],
  begun: ReadonlySet<LocalFile>,
): Promise<readonly LocalFile[] | undefined> {
  const isInTheWay = (localFile: LocalFile) =>
    !begun.has(localFile) && isTaken(group, folder, localFile)
  const conflicts = files.filter(isInTheWay)
  if (conflicts.length === 0) return files
  const clashes = conflicts.map((localFile, at) => clashOfFile(group, folder, localFile, `${at}`))
  group.clashIds = new Map(conflicts.map((localFile, at) => [localFile, `${at}`]))
  group.conflictAnswer = askBeforeUpload(takenNamesQuestion, { clashes, total: files.length })
  const answer = await group.conflictAnswer
  if (!answer) return undefined
  const isSkipped = (localFile: LocalFile) =>
    answer.decided.get(group.clashIds.get(localFile) ?? '')?.choice === 'skip'
  return files.filter((localFile) => !isSkipped(localFile))
}

function clashOfFile(
  group: UploadGroup,
  folder: string,
  localFile: LocalFile,
  id: string,
): NameClash & { uri: string } {
  const { file, size } = localFile
  const within = folderOf(localFile, folder)
  const existing = group.takenNames.get(within)?.get(file.name)
  return {
    id,
    uri: childUri(within, file.name),
    name: file.name,
    item: { isFolder: false, size, updatedAt: file.lastModified, content: file },
    existing: existing && clashSideOfRow(existing),
  }
}

/** Journals the files, then puts them into the queue. */
async function queueFiles(
  group: UploadGroup,
  target: UploadTarget,
  files: readonly LocalFile[],
  { taken, replaced }: ClaimedUnfinishedFiles,
): Promise<void> {
  const answer = await group.conflictAnswer
  const fresh = files.filter((localFile) => !taken.has(localFile))
  const journal = await UploadJournal.begin(target, fresh.map(journaledFile))
  group.assertSignedIn()
  const entries = new Map(fresh.map((localFile, at) => [localFile, journal?.entry(at)]))
  const shown = files.filter((localFile) => taken.get(localFile)?.rowId === undefined)
  const rows = addUploads(
    shown.map((localFile) => ({
      ...newRow(localFile.file.name, localFile.size, folderOf(localFile, target.folder)),
      state: 'waiting' as const,
      replaced: replaced.get(localFile),
    })),
  )
  const rowIds = new Map(shown.map((localFile, at) => [localFile, rows[at]?.id]))
  const queued = new Set<string>()
  for (const localFile of files) {
    const resumed = taken.get(localFile)
    const id = resumed?.rowId ?? rowIds.get(localFile)
    if (id === undefined) continue
    const entry = resumed?.entry ?? entries.get(localFile)
    const job = createUploadJob(id, group, localFile, folderOf(localFile, target.folder), entry)
    job.closing = (resumed ?? replaced.get(localFile))?.closing.then((isEnded) => {
      // The row of the placeholder has another id than that of the file.
      if (isEnded) group.cache.reloadFolders(new Set([job.folder]))
    })
    if (resumed?.session) restoreUploadSession(job, resumed.session, resumed.received)
    // Two pasted pictures have the same name.
    else if (queued.has(childUri(job.folder, job.name))) assignFreeName(job)
    else applyConflictAnswer(job, answer)
    queued.add(childUri(job.folder, job.name))
    enqueueUpload(job)
  }
}

const journaledFile = ({ file, path, size }: LocalFile) => ({
  name: file.name,
  path,
  size,
  modified: file.lastModified,
})

const newRow = (name: string, size: number, folder: string): Omit<Upload, 'id' | 'state'> => ({
  name,
  folder,
  size,
  sent: 0,
  failure: undefined,
  canRetry: false,
})
