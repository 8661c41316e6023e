import type { QueryClient } from '@tanstack/react-query'
import { currentSession } from '#src/api/current-session.ts'
import { parentUri, parseUri } from '#src/contract/uri.ts'
import { files } from '#src/features/file-lists/files.ts'
import { uriOfRow } from '#src/features/folder/row-uri.ts'
import {
  readStored,
  storageOfSession,
  userKeyPrefix,
  userKeyPrefixOf,
  writeStored,
} from '#src/platform/storage.ts'

/*
 * The folders that the user chose last, in this browser where the user stays signed in, and the one that was shown last in
 * this tab, as URIs. They end when the user signs out.
 */

const shownKey = `${userKeyPrefix}shown-folder`
const maxFolders = 5

const keyOf = (): string => `${userKeyPrefixOf(currentSession().userId ?? '')}recent-folders`

/** It is read anew each time, since other tabs write it too. */
export function recentFolders(): readonly string[] {
  const stored = readStored(storageOfSession(), keyOf())
  return Array.isArray(stored) ? stored.filter((uri) => typeof uri === 'string') : []
}

export function rememberRecentFolder(uri: string): void {
  const others = recentFolders().filter((each) => each !== uri)
  writeStored(storageOfSession(), keyOf(), [uri, ...others].slice(0, maxFolders))
}

export function forgetRecentFolder(uri: string): void {
  const recent = recentFolders()
  const others = recent.filter((each) => each !== uri)
  if (others.length < recent.length) writeStored(storageOfSession(), keyOf(), others)
}

/** Those of the recent folders that no list which has been read contradicts. */
export const existingRecentFolders = (client: QueryClient): readonly string[] =>
  recentFolders().filter((uri) => !isMissingFromLists(client, uri))

/** Whether the list of the folder above, or of one above that, has been read to its end without it. */
function isMissingFromLists(client: QueryClient, folder: string): boolean {
  const above = parentUri(folder)
  if (above === null) return false
  const query = client.getQueryState(files.list(above).queryKey)
  const list = query?.data
  if (list?.loadState.at !== 'complete' || query?.isInvalidated)
    return isMissingFromLists(client, above)
  return !list.order.some((rowIndex) => {
    const row = list.at(rowIndex)
    return row?.isFolder && uriOfRow(row, above) === folder
  })
}

/** The folder of the user's own that was shown last. */
export function lastShownOwnFolder(): string | undefined {
  const stored = readStored('session', shownKey)
  return typeof stored === 'string' ? stored : undefined
}

export function rememberShownOwnFolder(uri: string): void {
  if (parseUri(uri).host === 'my') writeStored('session', shownKey, uri)
}
