import type { StoragePolicy } from '#src/contract/file.ts'
import { isExternalStorage, s3TypeOf } from '#src/contract/upload.ts'
import { childUri } from '#src/contract/uri.ts'
import type { PickedFile, PickedFiles } from '#src/platform/picked-files.ts'
import { hasNamedOrigins } from '#src/platform/storage-origins.ts'
import { addUploads, askUploadQuestion, type Upload } from '#src/stores/uploads.ts'
import {
  discardUnfinishedAt,
  findUnfinishedUploads,
  resumeSameFile,
  unfinishedAt,
} from './unfinished-uploads.ts'
import type { UploadCache } from './upload-cache.ts'
import { hasSpaceFor, uploadRefusalOf } from './upload-checks.ts'
import { createFolders } from './upload-folders.ts'
import { newUploadGroup, type UploadGroup } from './upload-group.ts'
import { newUploadJob } from './upload-job.ts'
import {
  applyConflictAnswer,
  askAboutConflict,
  assignFreeName,
  readTakenNames,
} from './upload-names.ts'
import { allJobs, enqueue, resumeJobs, startNext } from './upload-queue.ts'

export type UploadRequest = {
  /** URI of the target folder. */
  readonly folder: string
  /** Its storage policy, null where the service tells none. */
  readonly storage: StoragePolicy | null
  readonly picked: PickedFiles
}

/**
 * Uploads files and the folders that they came in. Asks first about names that are taken. Resolves once the files are in
 * the queue and the folders are created.
 */
export async function startUploads(
  cache: UploadCache,
  { folder, storage, picked }: UploadRequest,
): Promise<void> {
  if (picked.files.length + picked.folders.length === 0) return
  if (isExternalStorage(storage) && !(s3TypeOf(storage) && hasNamedOrigins())) {
    askUploadQuestion({ kind: 'externalStorage' })
    return
  }
  // What was interrupted is known a moment after the start of the page, unless it is asked for.
  await findUnfinishedUploads()
  const refusals = picked.files.map((file) => uploadRefusalOf(file, storage))
  const accepted = picked.files.filter((_, at) => !refusals[at])
  const needed = accepted.reduce((sum, { size }) => sum + size, 0)
  if (!(await hasSpaceFor(cache, folder, needed))) return

  const fresh = await withoutResumed(cache, folder, accepted)
  const group = newUploadGroup(cache, folder, fresh.length, storage?.id || undefined)
  await readTakenNames(group, folder, picked.folders)
  const files = await askAboutTakenNames(group, folder, fresh)
  if (!files) return
  await replaceUnfinished(group, folder, files)

  addUploads(
    picked.files.flatMap((file, at) => {
      const failure = refusals[at]
      return failure ? [{ ...newRow(file, folder), state: 'failed' as const, failure }] : []
    }),
  )
  await queueFiles(group, folder, files)
  startNext()
  await createFolders(group, folder, picked)
}

const folderOf = ({ path }: PickedFile, folder: string): string => path.reduce(childUri, folder)

/** Goes on with those whose upload was interrupted, or is on the list already; returns the others. */
async function withoutResumed(
  cache: UploadCache,
  folder: string,
  files: readonly PickedFile[],
): Promise<PickedFile[]> {
  const fresh: PickedFile[] = []
  for (const picked of files) {
    const place = folderOf(picked, folder)
    const isListed = resumeListed(place, picked.file)
    if (!isListed && !(await resumeSameFile(cache, place, picked.file))) fresh.push(picked)
  }
  return fresh
}

/** Whether this very file is on its way to this place; it goes on if it is paused or has failed. */
function resumeListed(folder: string, file: File): boolean {
  const job = allJobs().find(
    (each) =>
      each.folder === folder &&
      each.name === file.name &&
      each.size === file.size &&
      each.modified === file.lastModified,
  )
  if (job) resumeJobs([job])
  return job !== undefined
}

/** When the user replaces: interrupted uploads of other files end, and their places are free. */
async function replaceUnfinished(
  group: UploadGroup,
  folder: string,
  files: readonly PickedFile[],
): Promise<void> {
  if ((await group.conflictAnswer) !== 'replace') return
  for (const picked of files) {
    const place = folderOf(picked, folder)
    if (!(await discardUnfinishedAt(place, picked.file.name))) continue
    group.takenNames.get(place)?.delete(picked.file.name)
    group.cache.reloadFolders(new Set([place]))
  }
}

/** The files to upload; undefined when the user cancels. */
async function askAboutTakenNames(
  group: UploadGroup,
  folder: string,
  files: readonly PickedFile[],
): Promise<readonly PickedFile[] | undefined> {
  const isTaken = (picked: PickedFile) =>
    group.takenNames.get(folderOf(picked, folder))?.has(picked.file.name) ?? false
  const conflicts = files.filter(isTaken)
  if (conflicts.length === 0) return files
  const shown = conflicts.slice(0, 5).map((picked) => ({
    name: picked.file.name,
    size: picked.size,
    modified: picked.file.lastModified,
    unfinished: unfinishedAt(folderOf(picked, folder), picked.file.name),
  }))
  group.conflictAnswer = askAboutConflict({
    files: shown,
    count: conflicts.length,
    total: files.length,
  })
  const answer = await group.conflictAnswer
  if (answer === 'cancel') return undefined
  return answer === 'skip' ? files.filter((picked) => !isTaken(picked)) : files
}

async function queueFiles(
  group: UploadGroup,
  folder: string,
  files: readonly PickedFile[],
): Promise<void> {
  const answer = await group.conflictAnswer
  const rows = addUploads(
    files.map((picked) => ({
      ...newRow(picked, folderOf(picked, folder)),
      state: 'waiting' as const,
    })),
  )
  const queued = new Set<string>()
  for (const [at, { id }] of rows.entries()) {
    const picked = files[at]
    if (!picked) continue
    const job = newUploadJob(id, group, picked, folderOf(picked, folder))
    const key = `${job.folder}/${job.name}`
    // Two pasted pictures have the same name.
    if (queued.has(key)) assignFreeName(job)
    else applyConflictAnswer(job, answer)
    queued.add(key)
    enqueue(job)
  }
}

const newRow = ({ file, size }: PickedFile, folder: string): Omit<Upload, 'id' | 'state'> => ({
  name: file.name,
  folder,
  size,
  sent: 0,
  failure: undefined,
  canRetry: false,
})
