import * as api from '#src/api/files.ts'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, BatchError, hasErrorCode } from '#src/contract/errors.ts'
import { childUri, parentUri, parseUri } from '#src/contract/uri.ts'
import { freeNames } from '#src/lib/names/free-name.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import { findItemAt, findItemById } from '#src/operations/item-lookup.ts'
import { setDisplacedItem } from '#src/stores/batches/displaced-items.ts'
import { onSignOut } from '#src/stores/resets.ts'
import { isInStagingFolder, nameOf, stagingFolderOf } from './staging-folder.ts'

/*
 * Restores an item whose name is taken. The protocol has no such call and an item in the trash cannot be renamed, so it
 * is moved to a staging folder beside its destination, renamed there, and moved to its destination. Each attempt starts
 * by asking where the item is, so that an interrupted one continues from there.
 */

type KeepBothOptions = {
  /** Set when the item goes to a folder that the user has chosen. */
  readonly folder: string | undefined
  readonly stagingFolderName: string
}

const maxNames = 1_000

/** Where items were restored under another name, by id. */
const renamedDestinations = new Map<string, string>()
export const renamedDestinationOf = ({ id }: { id: string }): string | undefined =>
  renamedDestinations.get(id)
onSignOut(() => renamedDestinations.clear())

function isNameTaken(error: unknown): boolean {
  if (error instanceof BatchError) {
    const failures = [...error.failures.values()]
    return failures.length > 0 && failures.every(({ code }) => code === ErrorCode.nameTaken)
  }
  return hasErrorCode(error, ErrorCode.nameTaken)
}

async function ensureFolder(uri: string): Promise<void> {
  try {
    await api.createFile(uri, 'folder')
  } catch (error) {
    if (!isNameTaken(error)) throw error
  }
}

/** Moves the item to the staging folder, or to a numbered one when an item of its name is still in the first. */
async function moveToStaging(
  item: FileRow,
  stagingFolder: string,
  signal: AbortSignal,
): Promise<string> {
  const parent = parentUri(stagingFolder) ?? stagingFolder
  const numbered = freeNames(nameOf(stagingFolder), true)
  for (let folder = stagingFolder, tries = 0; ; tries++) {
    await ensureFolder(folder)
    try {
      await api.moveFiles([item.uri], folder, false, signal)
      return childUri(folder, item.name)
    } catch (error) {
      if (!isNameTaken(error) || tries >= maxNames) throw error
      folder = childUri(parent, numbered.next().value as string)
    }
  }
}

/** Renames the item to a name that is free in its destination folder and moves it there. */
async function moveToTarget(
  item: FileRow,
  stagedUri: string,
  target: string,
  signal: AbortSignal,
): Promise<string> {
  let uri = stagedUri
  const stagingFolder = parentUri(stagedUri) ?? stagedUri
  let tries = 0
  for (const name of freeNames(item.name, item.isFolder)) {
    if (tries++ >= maxNames) break
    if (await findItemAt(childUri(target, name), signal)) continue
    if (nameOf(uri) !== name) {
      await api.renameFile(uri, name)
      uri = childUri(stagingFolder, name)
      setDisplacedItem(item.id, uri)
    }
    try {
      await api.moveFiles([uri], target, false, signal)
      return childUri(target, name)
    } catch (error) {
      // The name may have been taken since the lookup.
      if (!isNameTaken(error)) throw error
    }
  }
  throw new ApiError({ code: ErrorCode.nameTaken })
}

/** Restores the item to `target` under its own name. Returns false when the name is taken. */
async function restoreUnderOwnName(
  item: FileRow,
  target: string,
  { folder }: KeepBothOptions,
  signal: AbortSignal,
): Promise<boolean> {
  if (await findItemAt(childUri(target, item.name), signal)) return false
  try {
    await (folder === undefined
      ? api.restoreFiles([item.uri], signal)
      : api.moveFiles([item.uri], target, false, signal))
    return true
  } catch (error) {
    if (!isNameTaken(error)) throw error
    return false
  }
}

/** Restores one item to the folder `target`, under a free name when its own is taken. Throws what a failed step throws. */
export async function keepBoth(
  item: FileRow,
  target: string,
  options: KeepBothOptions,
  signal: AbortSignal,
): Promise<void> {
  const { stagingFolderName } = options
  const file = await findItemById(item.id, signal)
  if (file?.path === undefined) throw new ApiError({ code: ErrorCode.pathNotFound })
  let uri = file.path
  if (parseUri(uri).host === 'trash') {
    if (await restoreUnderOwnName(item, target, options, signal)) return
    uri = await moveToStaging(item, stagingFolderOf(target, stagingFolderName), signal)
    setDisplacedItem(item.id, uri)
  }
  // Outside of the staging folder it has arrived before its answer was lost, or somebody has moved it since.
  renamedDestinations.set(
    item.id,
    isInStagingFolder(uri, stagingFolderName) ? await moveToTarget(item, uri, target, signal) : uri,
  )
  setDisplacedItem(item.id, undefined)
}
