import * as api from '#src/api/files.ts'
import { childUri, parentUri, parseUri } from '#src/contract/uri.ts'
import { freeNames } from '#src/lib/names/free-name.ts'
import { findItemAt } from '#src/operations/item-lookup.ts'

/*
 * The folders in which restored items are renamed before they are moved to their destination. There is one beside each
 * destination folder, and further ones with a number when an item of the same name is in the first.
 */

export const nameOf = (uri: string): string => parseUri(uri).segments.at(-1) ?? ''

/** The staging folder of a destination folder: beside it, or in it when it is the root. */
export const stagingFolderOf = (target: string, name: string): string =>
  childUri(parentUri(target) ?? target, name)

/** Whether an item at this URI lies in a staging folder of this name, so that it is still to be moved. */
export function isInStagingFolder(uri: string, stagingFolderName: string): boolean {
  const folder = parentUri(uri)
  if (folder === null) return false
  const name = nameOf(folder)
  return (
    name === stagingFolderName || (name.startsWith(`${stagingFolderName} (`) && name.endsWith(')'))
  )
}

/** Deletes the staging folders of these destination folders where they are empty. */
export async function removeStagingFolders(
  targets: ReadonlySet<string>,
  stagingFolderName: string,
): Promise<void> {
  const folders = new Set([...targets].map((target) => stagingFolderOf(target, stagingFolderName)))
  for (const folder of folders) {
    const numbered = freeNames(nameOf(folder), true)
    for (let uri = folder; await removeIfEmpty(uri);) {
      uri = childUri(parentUri(folder) ?? folder, numbered.next().value as string)
    }
  }
}

/** Returns whether the folder existed. */
async function removeIfEmpty(folder: string): Promise<boolean> {
  if (!(await findItemAt(folder))) return false
  await removeEmptyFolder(folder)
  return true
}

/** Deletes a folder for good when there is nothing in it. Returns whether it did. */
export async function removeEmptyFolder(folder: string): Promise<boolean> {
  const { files, pagination } = await api.listFiles(folder, { size: 50 })
  if (files.length > 0 || pagination?.next_token) return false
  await api.deleteFiles([folder], true)
  return true
}
