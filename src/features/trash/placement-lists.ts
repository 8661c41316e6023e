import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/contract/errors.ts'
import { parentUri } from '#src/contract/uri.ts'
import {
  addToFolder,
  reloadFolder,
  removeFromFolders,
  showMovedItem,
} from '#src/features/file-lists/file-cache.ts'
import { messagesOfPage } from '#src/i18n/catalogues.ts'
import { undoRename } from '#src/jobs/placement/move-lookups.ts'
import { findCreatedFolders, type PlacementCallbacks } from '#src/jobs/placement/placement-job.ts'
import type { PlacementItem } from '#src/jobs/placement/placement-request.ts'
import type { PlacementContext } from '#src/jobs/placement/placement-state.ts'
import { restoreReplacedFiles, filesReplacedBy } from '#src/jobs/placement/replaced-files.ts'
import { deleteFolderIfEmpty, deleteStagingFolders } from '#src/jobs/placement/staging-folder.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { timestampWithRandomSuffix } from '#src/lib/names/free-name.ts'
import { markTrashStale, addToTrashList, updateListsAfterPutBack } from './trash-list.ts'

/* What lists show of items that are restored, moved or copied, besides the items, and what is put right at the end. */

export const createPlacementHandlers = (context: PlacementContext): PlacementCallbacks => {
  const { client, state } = context
  return {
    newStagingFolderName: () => {
      const t = messagesOfPage()
      const time = timestampWithRandomSuffix(new Date())
      return state.isCopy
        ? t.files.copyFolderName(time)
        : t.operations.restoring.stagingFolderName(time)
    },
    // The folder is shown now, not with the items: by then somebody may have deleted it again.
    onFolderCreated: (row) => addToFolder(client, parentUri(row.uri) ?? '', [row]),
    onReplaced: (items) => {
      removeFromFolders(client, filesReplacedBy(items, context))
      markTrashStale(client)
    },
    onPutBack: (files) => updateListsAfterPutBack(client, files),
    onRelocated: (item, uri) => showMovedItem(client, item, uri),
  }
}

/** Shows that what these items had replaced is in its places again. */
export function showPreviouslyReplacedFiles(
  client: QueryClient,
  items: readonly PlacementItem[],
): void {
  const back = items.flatMap(({ wish }) => wish?.uncovers ?? [])
  updateListsAfterPutBack(client, { back, gone: [] })
}

/**
 * Deletes folders that a restore has created, and resolves to these. One that is gone, in use or elsewhere by now is left
 * alone.
 */
export async function deleteCreatedFolders(
  client: QueryClient,
  folders: readonly JobItem[],
): Promise<JobItem[]> {
  const deleted: JobItem[] = []
  // Children first.
  for (const folder of folders.toReversed())
    if (await deleteFolderIfEmpty(folder).catch(() => false)) deleted.push(folder)
  removeFromFolders(client, deleted)
  return deleted
}

/** What the service refuses stays as it is. A job that is not resumed stays interrupted while nobody answers. */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

/**
 * Puts right what belongs to items that did not arrive: names of items that were to be moved, what had to make room, and
 * staging folders with what is left of copies in them. Shows those replaced files that stay in the trash, also one whose
 * place is gone. Rejects when it is not known whether all of it was done.
 */
export async function cleanUpPlacement(
  done: readonly PlacementItem[],
  context: PlacementContext,
): Promise<void> {
  const { client, input, state, note } = context
  const doneIds = new Set(done.map(({ id }) => id))
  // The state also has what a job replaced that this one continues.
  const others = input.items.filter(({ id }) => !doneIds.has(id))
  const { onRelocated, onFolderCreated } = createPlacementHandlers(context)
  let putBackError: unknown
  try {
    if (!state.isCopy)
      for (const item of others) await undoRename(item, context, onRelocated).catch(ignoreRefusal)
    await findCreatedFolders(context, onFolderCreated)
    const folders = await deleteStagingFolders(context)
    // Somebody may have moved an item to a folder in which its row would stay until the list is read again.
    removeFromFolders(
      client,
      folders.filter(({ isGone }) => isGone),
    )
    for (const folder of new Set(folders.map(({ uri }) => parentUri(uri) ?? '')))
      reloadFolder(client, folder)
  } finally {
    // Otherwise Undo does.
    if (done.length === 0)
      for (const { uri } of await deleteCreatedFolders(client, [...state.createdFolders.values()]))
        await note({ notCreated: uri })
    const { error, ...files } = await restoreReplacedFiles(others, context)
    putBackError = error
    updateListsAfterPutBack(client, files)
    const replaced = [...state.replaced.values()]
    removeFromFolders(client, replaced)
    await addToTrashList(client, replaced)
  }
  if (putBackError !== undefined) throw putBackError
}
