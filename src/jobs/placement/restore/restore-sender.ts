import * as api from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, BatchError } from '#src/contract/errors.ts'
import { isSameOrBelow } from '#src/contract/uri.ts'
import type { SendItems } from '#src/jobs/job-definition.ts'
import { bring } from '#src/jobs/placement/bring.ts'
import { makeRoom, putBack } from '#src/jobs/placement/make-room.ts'
import { sendBisecting } from '#src/jobs/placement/send-bisecting.ts'
import { isKeepingBoth, isReplacing, type PlacedItem } from '#src/jobs/placement/wish.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import { createKeepBothSender } from './keep-both.ts'
import type { RestoreContext } from './restore-request.ts'

/** What has changed besides the items. */
export type RestoreEvents = {
  /** The service has the folder. */
  readonly onFolderCreated: (row: FileRow) => void
  /** These files made room in vain and are back, or gone. */
  readonly onPutBack: (files: { readonly back: JobItem[]; readonly gone: JobItem[] }) => void
}

/** Sends the items of a restore: to where they were, or to a folder, or under another name. */
export function createRestoreSender(
  context: RestoreContext,
  { onFolderCreated, onPutBack }: RestoreEvents,
): SendItems<PlacedItem> {
  const { input, note } = context
  const keepBoth = input.items.some(isKeepingBoth) && createKeepBothSender(context)
  const createFolders = createMissingFolders(input.foldersToCreate ?? [], (createdFolder) => {
    onFolderCreated(createdFolder)
    return note({ createdFolder })
  })
  const replace: SendItems<PlacedItem> = async (items, signal) => {
    const failures = await makeRoom(items, { ...context, signal })
    const free = items.filter((item) => !failures.has(item))
    const refused = await sendBisecting(free, (some) => bring(some, { signal }))
    onPutBack(await putBack([...refused.keys()], context))
    for (const [item, error] of refused) failures.set(item, error)
    if (failures.size === 0) return
    const byUri = new Map(Array.from(failures, ([{ uri }, error]) => [uri, error]))
    throw new BatchError({ code: ErrorCode.batchIncomplete }, byUri)
  }
  return async (items, signal) => {
    await createFolders(items)
    const [first] = items
    if (!first) return
    // Those that replace others and those that keep both are in chunks of their own.
    if (isReplacing(first)) await replace(items, signal)
    else if (keepBoth && isKeepingBoth(first)) await keepBoth.send(items, signal)
    else await bring(items, { signal })
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
