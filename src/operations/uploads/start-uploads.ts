import type { StoragePolicy } from '#src/contract/file.ts'
import { isExternalStorage } from '#src/contract/upload.ts'
import { childUri } from '#src/contract/uri.ts'
import type { PickedFile, PickedFiles } from '#src/platform/picked-files.ts'
import { addUploads, askUploadQuestion, type Upload } from '#src/stores/uploads.ts'
import type { UploadCache } from './upload-cache.ts'
import { hasSpaceFor, refusalOf } from './upload-checks.ts'
import { createFolders, newUploadGroup, type UploadGroup } from './upload-group.ts'
import { newUploadJob } from './upload-job.ts'
import {
  applyConflictAnswer,
  askAboutConflict,
  assignFreeName,
  readTakenNames,
} from './upload-names.ts'
import { enqueue, startNext } from './upload-queue.ts'

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
  if (isExternalStorage(storage)) {
    askUploadQuestion({ kind: 'externalStorage' })
    return
  }
  const refusals = picked.files.map((file) => refusalOf(file, storage))
  const accepted = picked.files.filter((_, at) => !refusals[at])
  const needed = accepted.reduce((sum, { size }) => sum + size, 0)
  if (!(await hasSpaceFor(cache, folder, needed))) return

  const group = newUploadGroup(cache, folder, accepted.length, storage?.id || undefined)
  await readTakenNames(group, folder, picked.folders)
  const files = await askAboutTakenNames(group, folder, accepted)
  if (!files) return

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
  const names = conflicts.slice(0, 5).map(({ file }) => file.name)
  group.conflictAnswer = askAboutConflict({ names, count: conflicts.length, total: files.length })
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
