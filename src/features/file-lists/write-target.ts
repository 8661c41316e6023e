import type { QueryClient } from '@tanstack/react-query'
import { SessionEndedError } from '#src/contract/errors.ts'
import { parentUri } from '#src/contract/uri.ts'
import {
  askForReplacementFolder,
  isFolderThere,
  type TargetFolder,
} from '#src/jobs/verification/target-folder.ts'
import { cachedFolderLists, reloadFolder } from './file-cache.ts'

/**
 * Where to write what is to go to a folder: there, or where the user wants it instead when the folder is gone. Undefined
 * when the user cancels; rejects when nobody answers. The list of a folder that is gone is read again, so that its page says so.
 */
export async function askIfWriteTargetGone(
  client: QueryClient,
  folder: TargetFolder,
): Promise<TargetFolder | undefined> {
  if (await isFolderThere(folder)) return folder
  reloadFolder(client, folder.uri)
  return askForReplacementFolder(folder)
}

/** The id of a folder that is a row of a loaded list. */
function listedFolderId(client: QueryClient, folder: string): string | undefined {
  const parent = parentUri(folder)
  const list = cachedFolderLists(client).find(({ uri }) => uri === parent)?.list
  for (const rowIndex of list?.order ?? []) {
    const row = list?.at(rowIndex)
    if (row?.uri === folder && row.isFolder && !row.shortcut) return row.id
  }
  return undefined
}

/** The id of a folder, as far as loaded lists have it. */
export function loadedFolderId(client: QueryClient, uri: string): string | undefined {
  const self = cachedFolderLists(client).find((each) => each.uri === uri)?.list.head?.self
  return self?.id ?? listedFolderId(client, uri)
}

/** The folder that items are to go to, or the one that the user names where it is gone; undefined when the user cancels. */
export function askIfTransferTargetGone(
  client: QueryClient,
  uri: string,
): Promise<TargetFolder | undefined> {
  const target = { uri, id: loadedFolderId(client, uri) }
  return askIfWriteTargetGone(client, target).catch((error: unknown) => {
    if (error instanceof SessionEndedError) throw error
    // Nobody has answered: the job waits until somebody does, and looks at its target then.
    return target
  })
}
