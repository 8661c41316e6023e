import { onSignOut } from '#src/api/resets.ts'
import { readStored, removeStored, writeStored } from '#src/platform/storage.ts'

/* The folders that were chosen last in this tab, as URIs. They end with the session of who chose them. */

const storageKey = 'latchkey.recent-folders'
const maxFolders = 5

export function recentFolders(): readonly string[] {
  const stored = readStored('session', storageKey)
  return Array.isArray(stored) ? stored.filter((uri) => typeof uri === 'string') : []
}

export function rememberRecentFolder(uri: string): void {
  const others = recentFolders().filter((each) => each !== uri)
  writeStored('session', storageKey, [uri, ...others].slice(0, maxFolders))
}

onSignOut(() => removeStored('session', storageKey))
