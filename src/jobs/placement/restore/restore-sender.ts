import * as api from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { isSameOrBelow } from '#src/contract/uri.ts'
import type { SendItems } from '#src/jobs/job-definition.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import { createKeepBothSender } from './keep-both.ts'
import { createReplaceSender, type PutBackShown } from './replace.ts'
import type { RestoreContext } from './restore-state.ts'

/**
 * Sends the items of a restore: to where they were, or to a folder, or under another name. `onFolderCreated` is called
 * with each folder as soon as the service has it, `show` what became of each file that made room in vain.
 */
export function createRestoreSender(
  context: RestoreContext,
  onFolderCreated: (row: FileRow) => void,
  show: PutBackShown,
): SendItems<FileRow> {
  const { folder, foldersToCreate = [], keepBoth, replace } = context.input
  const replaceIds = new Set(replace?.map(({ id }) => id))
  const sendReplacing = createReplaceSender(context, show)
  const keepBothIds = new Set(keepBoth?.ids)
  const keepBothSender = keepBoth && createKeepBothSender(context, keepBoth)
  const createFolders = createMissingFolders(foldersToCreate, (createdFolder) => {
    onFolderCreated(createdFolder)
    return context.note({ createdFolder })
  })
  return async (items, signal) => {
    await createFolders(items)
    const [first] = items
    // These are in chunks of their own.
    if (first && replaceIds.has(first.id)) return sendReplacing(items, signal)
    if (first && keepBothIds.has(first.id)) return keepBothSender?.send(items, signal)
    const uris = items.map(({ uri }) => uri)
    return folder === undefined
      ? api.restoreFiles(uris, signal)
      : api.moveFiles(uris, folder, false, signal)
  }
}

/** Creates the folders that items need, parents first and each once. One that exists already is fine. */
function createMissingFolders(
  folders: readonly string[],
  onCreated: (row: FileRow) => Promise<void>,
) {
  const byDepth = [...folders].sort((one, other) => one.split('/').length - other.split('/').length)
  const created = new Set<string>()
  return async (items: readonly FileRow[]): Promise<void> => {
    const needed = byDepth.filter(
      (folder) =>
        !created.has(folder) && items.some(({ origin }) => origin && isSameOrBelow(origin, folder)),
    )
    for (const folder of needed) {
      try {
        await onCreated(toFileRow(await api.createFile(folder, 'folder')))
      } catch (error) {
        // Only a lock is dealt with here; any other refusal shows when the items are restored.
        if (!(error instanceof ApiError) || error.code === ErrorCode.lockConflict) throw error
      }
      created.add(folder)
    }
  }
}
