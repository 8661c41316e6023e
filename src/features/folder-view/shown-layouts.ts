import type { QueryClient } from '@tanstack/react-query'
import { currentSession } from '#src/api/current-session.ts'
import { parentUri } from '#src/contract/uri.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { files } from '#src/features/file-lists/files.ts'
import { fingerprint } from '#src/lib/text/fingerprint.ts'
import { keys } from '#src/lists/keys.ts'
import {
  readStored,
  storageOfSession,
  userKeyPrefixOf,
  writeStored,
} from '#src/platform/storage.ts'
import { type Layout, layouts, resolveView } from './resolved-view.ts'

/*
 * In which layout folders are shown: their view comes with their first rows, and what is drawn until then should look
 * like them. Fingerprints of folders only, so that no name stays in the browser.
 */

const maxFolders = 200

/** Of visitors, who do not sign out, nothing is kept. */
function storageKey(): string | undefined {
  const { userId } = currentSession()
  return userId === undefined ? undefined : `${userKeyPrefixOf(userId)}layouts`
}

/** A fingerprint of a folder, and the index of a layout. */
type Pair = readonly [folder: number, layout: number]

/** The folder that was shown last is at the end. */
function readPairs(key: string): Pair[] {
  const stored = readStored(storageOfSession(), key)
  return Array.isArray(stored) ? stored.filter((pair): pair is Pair => Array.isArray(pair)) : []
}

export function rememberLayout(folder: string, layout: Layout): void {
  const key = storageKey()
  if (key === undefined) return
  const stored = readPairs(key)
  const own = fingerprint(folder)
  const index = layouts.indexOf(layout)
  const [last, known] = stored.at(-1) ?? []
  if (last === own && known === index) return
  const others = stored.filter(([each]) => each !== own)
  writeStored(storageOfSession(), key, [...others, [own, index]].slice(-maxFolders))
}

/**
 * The layout of a folder that is being read, as far as it is known: as it was shown last in this browser, by its own view,
 * or by the view of the nearest folder above that has been read, which it inherits.
 */
export function expectedLayout(client: QueryClient, folder: string): Layout {
  const key = storageKey()
  const pairs = key === undefined ? [] : readPairs(key)
  for (let at: string | null = folder; at !== null; at = parentUri(at)) {
    const own = fingerprint(at)
    const shown = layouts[pairs.find(([each]) => each === own)?.[1] ?? -1]
    if (shown) return shown
    const view =
      client.getQueryData<ViewSetting | null>(keys.files.ownView(at)) ??
      client.getQueryData(files.list(at).queryKey)?.head?.view
    if (view) return resolveView(view).layout
  }
  return 'list'
}
