import * as api from '#src/api/files/files.ts'
import { retryLookup } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { FileType } from '#src/contract/file.ts'
import { parseUri } from '#src/contract/uri.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { findItemAt, findItemById } from '#src/jobs/verification/item-lookup.ts'

/*
 * Folders in which items get other names on their way to their destinations. They are known by their ids: somebody may
 * rename or move one of them meanwhile, or create another folder in its place.
 */

/** Creates a staging folder, unless there is one at the URI. */
export async function createStagingFolder(
  uri: string,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  try {
    const { id } = await api.createFile(uri, 'folder')
    return { id, isNew: true }
  } catch (error) {
    if (!hasErrorCode(error, ErrorCode.nameTaken)) throw error
    // An attempt without an answer has created it.
    const made = await findItemAt(uri)
    if (!made) throw error
    return { id: made.id, isNew: false }
  }
}

const isOwn = (uri: string): boolean => parseUri(uri).host === 'my'

/**
 * Where the folders with these ids are now. Those that are gone are left out, and those in the trash: what is there is
 * shown there. `send` sends each request, for instance again after a failure.
 */
export async function locateFolders(
  ids: Iterable<string>,
  send: <T>(request: () => Promise<T>) => Promise<T>,
  signal?: AbortSignal,
): Promise<JobItem[]> {
  const found: JobItem[] = []
  for (const id of ids) {
    const file = await send(() => findItemById(id, signal))
    if (file?.path !== undefined && isOwn(file.path))
      found.push({ id, name: file.name, uri: file.path })
  }
  return found
}

/**
 * Where the staging folders with these ids are now. Folders of other users are not found by id: of those, only the one at
 * the `planned` URI is.
 */
export async function locateStagingFolders(
  ids: ReadonlySet<string>,
  planned: string,
  signal: AbortSignal,
): Promise<JobItem[]> {
  if (ids.size === 0) return []
  if (isOwn(planned)) return locateFolders(ids, (request) => request(), signal)
  const made = await findItemAt(planned, signal)
  return made && ids.has(made.id) ? [{ id: made.id, name: made.name, uri: planned }] : []
}

/**
 * The staging folders with these ids. Where there is none, the one at the `planned` URI: the answer that has its id may
 * have been lost, and folders of other users are not found by id.
 */
export async function findStagingFolders(
  ids: Iterable<string>,
  planned: string,
): Promise<JobItem[]> {
  const located = isOwn(planned) ? await locateFolders(ids, retryLookup) : []
  if (located.length > 0) return located
  const made = await retryLookup(() => findItemAt(planned))
  return made?.type === FileType.folder ? [{ id: made.id, name: made.name, uri: planned }] : []
}

export async function isEmptyFolder(folder: string): Promise<boolean> {
  const { files, pagination } = await retryLookup(() => api.listFiles(folder, { size: 50 }))
  return files.length === 0 && !pagination?.next_token
}

/** Deletes a folder permanently when it is empty. Returns whether it did. */
export async function removeEmptyFolder(folder: string): Promise<boolean> {
  if (!(await isEmptyFolder(folder))) return false
  await api.deleteFiles([folder], true)
  return true
}
