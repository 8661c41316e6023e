import * as filesApi from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode, SessionEndedError } from '#src/contract/errors.ts'
import { FileType } from '#src/contract/file.ts'
import { childUri, nameOfUri, parentUri } from '#src/contract/uri.ts'
import { sendWithRetry, withSharedLockRetry } from '#src/features/uploads/parts/upload-requests.ts'
import type { UploadGroup } from '#src/features/uploads/queue/upload-group.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { findItemAtUri } from '#src/jobs/verification/item-lookup.ts'
import { createOperation } from '#src/lib/operation.ts'
import { toFileRow } from '#src/lists/rows/file-row.ts'
import type { LocalFilesAndFolders } from '#src/platform/files/local-files.ts'
import { isValidItemName } from './upload-checks.ts'
import { checkUploadTarget } from './upload-target.ts'

const isAtOrBelow = (path: readonly string[], above: readonly string[]): boolean =>
  above.every((name, at) => path[at] === name)

/**
 * Creates the folders of a group in its target, the empty ones too. A failure is shown in one toast, unless files in that
 * folder fail with it and show it themselves.
 */
export async function createFolders(
  group: UploadGroup,
  { folders, files }: LocalFilesAndFolders,
): Promise<void> {
  const failed: (readonly string[])[] = []
  let hasToast = false
  const { signal } = group.stop
  for (const path of folders) {
    if (signal.aborted) return
    if (failed.some((above) => isAtOrBelow(path, above))) continue
    try {
      if (!path.every(isValidItemName)) throw new ApiError({ code: ErrorCode.illegalName })
      if (!(await sendWithRetry(() => checkUploadTarget(group), signal))) return
      await ensureFolder(group, path.reduce(childUri, group.target.uri))
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof SessionEndedError || error instanceof LockCancelledError) return
      if (!hasToast && !files.some((file) => isAtOrBelow(file.path, path))) {
        const name = path.at(-1) ?? ''
        showToast({
          kind: 'failed',
          error: error as Error,
          failureContext: { kind: 'notDone', operation: createOperation('create', [{ name }]) },
        })
        hasToast = true
      }
      failed.push(path)
    }
  }
}

/** Resolves once the folder and those above it exist. */
export function ensureFolder(group: UploadGroup, uri: string): Promise<void> {
  const known = group.folders.get(uri)
  if (known) return known
  const creating = createFolder(group, uri)
  group.folders.set(uri, creating)
  // The next file of this folder tries again.
  creating.catch(() => group.folders.delete(uri))
  return creating
}

async function createFolder(group: UploadGroup, uri: string): Promise<void> {
  const above = parentUri(uri)
  if (above === null) return
  const name = nameOfUri(uri)
  await ensureFolder(group, above)
  if (group.takenNames.get(above)?.get(name)?.isFolder) return
  try {
    const stop = group.stop.signal
    const create = () => {
      group.assertSignedIn()
      return filesApi.createEmptyItem(uri, 'folder')
    }
    const operation = createOperation('create', [{ name }])
    const created = await sendWithRetry(
      () => withSharedLockRetry(operation, create, { group, stop }),
      stop,
    )
    group.cache.addToFolder(above, toFileRow(created))
  } catch (error) {
    const isTaken = hasErrorCode(error, ErrorCode.nameTaken)
    if (!isTaken || (await findItemAtUri(uri))?.type !== FileType.folder) throw error
  }
}
