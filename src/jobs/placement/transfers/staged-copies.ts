import * as api from '#src/api/files/files.ts'
import { retryLookup } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, isNotFound } from '#src/contract/errors.ts'
import { childUri } from '#src/contract/uri.ts'
import {
  createStagingFolder,
  findStagingFolders,
  isEmptyFolder,
  locateStagingFolders,
  removeEmptyFolder,
} from '#src/jobs/placement/staging-folders.ts'
import type { PlacedItem } from '#src/jobs/placement/wish.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { findItemAt } from '#src/jobs/verification/item-lookup.ts'
import { folderOf, possibleNamesOf } from './final-places.ts'
import { renameAndMove } from './rename-and-move.ts'
import type { TransferContext, TransferRequest } from './transfer-request.ts'

/*
 * Copies that get other names. The protocol renames only where an item is (docs/protocol.md §8.1): they are copied to a
 * staging folder in the target folder, renamed there, and moved out of it.
 */

type Folder = Pick<JobItem, 'id' | 'uri'>

/** The folder in which copies get their new names: all copies of a job go to one folder. */
function stagingFolderOf({ items, stagingFolderName }: TransferRequest): string | undefined {
  const [first] = items
  return stagingFolderName === undefined || !first
    ? undefined
    : childUri(folderOf(first), stagingFolderName)
}

/** Copies items to the staging folder, renames them there and moves them to the target folder. */
export function createStagedCopier(context: TransferContext) {
  const { input, state } = context
  const planned = stagingFolderOf(input) ?? ''
  /** Before a reload: whatever is in these, any item may have been copied to them. */
  const earlierIds = new Set(state.stagingFolderIds)
  /** By id of the item: of the folder that the last attempt has copied it to. */
  const attempts = new Map<string, string>()
  let folders: readonly Folder[] | undefined

  async function locate(signal: AbortSignal): Promise<readonly Folder[]> {
    folders = await locateStagingFolders(state.stagingFolderIds, planned, signal)
    return folders
  }

  async function create(): Promise<Folder> {
    const { id, isNew } = await createStagingFolder(planned)
    // One with something in it is somebody else's: nothing has been copied to it before its id is journaled.
    if (!isNew && !(await isEmptyFolder(planned))) throw new ApiError({ code: ErrorCode.nameTaken })
    await context.note({ stagingFolderId: id })
    const folder = { id, uri: planned }
    folders = [folder]
    return folder
  }

  const mayHold = ({ id }: Folder, item: PlacedItem) =>
    earlierIds.has(id) || attempts.get(item.id) === id

  /** Where an earlier attempt has left the copy. */
  async function findCopy(
    item: PlacedItem,
    some: readonly Folder[],
    signal: AbortSignal,
  ): Promise<string | undefined> {
    for (const { uri } of some)
      for (const name of new Set(possibleNamesOf(item, context).toReversed()))
        if (await findItemAt(childUri(uri, name), signal)) return childUri(uri, name)
    return undefined
  }

  async function copy(
    item: PlacedItem,
    known: readonly Folder[],
    signal: AbortSignal,
  ): Promise<void> {
    const held = known.filter((each) => mayHold(each, item))
    let copyUri = await findCopy(item, held, signal)
    if (copyUri === undefined) {
      const folder = known[0] ?? (await create())
      attempts.set(item.id, folder.id)
      await api.moveFiles([item.uri], folder.uri, true, signal)
      copyUri = childUri(folder.uri, item.name)
    }
    return renameAndMove(item, copyUri, { ...context, signal })
  }

  return async (item: PlacedItem, signal: AbortSignal): Promise<void> => {
    const isKnown = folders !== undefined && !attempts.has(item.id)
    const known = (isKnown && folders) || (await locate(signal))
    try {
      await copy(item, known, signal)
    } catch (error) {
      if (!isNotFound(error)) throw error
      // Somebody may have renamed, moved or deleted the folder.
      const used = folders
      const now = await locate(signal)
      if (used?.every(({ uri }, at) => now[at]?.uri === uri)) throw error
      await copy(item, now, signal)
    }
  }
}

async function deleteNamed(folder: string, names: ReadonlySet<string>): Promise<void> {
  const { files } = await retryLookup(() => api.listFiles(folder, { size: 2_000 }))
  const uris = files.flatMap(({ name }) => (names.has(name) ? [childUri(folder, name)] : []))
  if (uris.length > 0) await api.deleteFiles(uris, true)
}

/**
 * Deletes copies that did not arrive from the staging folder, and that folder when nothing else is in it. Returns where
 * it was, and whether it is gone.
 */
export async function removeStagedCopies(
  notArrived: readonly PlacedItem[],
  transfer: Pick<TransferContext, 'input' | 'state'>,
): Promise<(JobItem & { readonly isGone: boolean })[]> {
  const { input, state } = transfer
  const planned = input.items.some(({ wish }) => wish?.name !== undefined)
    ? stagingFolderOf(input)
    : undefined
  if (planned === undefined) return []
  const ids = state.stagingFolderIds
  const folders = await findStagingFolders(ids, planned)
  const names = new Set(notArrived.flatMap((item) => possibleNamesOf(item, transfer)))
  const found: (JobItem & { readonly isGone: boolean })[] = []
  for (const folder of folders) {
    // In one that has only the planned name, nothing is a copy.
    if (ids.has(folder.id)) await deleteNamed(folder.uri, names)
    found.push({ ...folder, isGone: await removeEmptyFolder(folder.uri) })
  }
  return found
}
