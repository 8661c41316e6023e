import { parseUri } from '#src/contract/uri.ts'
import { readStored, userKeyPrefix, writeStored } from '#src/platform/storage.ts'

/* The folders that were chosen or shown last in this tab, as URIs. They end with the session of who chose them. */

const storageKey = `${userKeyPrefix}recent-folders`
const shownKey = `${userKeyPrefix}shown-folder`
const maxFolders = 5

export function recentFolders(): readonly string[] {
  const stored = readStored('session', storageKey)
  return Array.isArray(stored) ? stored.filter((uri) => typeof uri === 'string') : []
}

export function rememberRecentFolder(uri: string): void {
  const others = recentFolders().filter((each) => each !== uri)
  writeStored('session', storageKey, [uri, ...others].slice(0, maxFolders))
}

/** The folder of the user's own that was shown last. */
export function lastShownOwnFolder(): string | undefined {
  const stored = readStored('session', shownKey)
  return typeof stored === 'string' ? stored : undefined
}

export function rememberShownOwnFolder(uri: string): void {
  if (parseUri(uri).host === 'my') writeStored('session', shownKey, uri)
}
