import { InvalidUriError, parseUri } from '#src/contract/uri.ts'
import { isDeadState, shareState } from '#src/lib/share-state.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import type { LocalLinkData } from '#src/pages/shares/deferred-features.ts'
import { itemUriOfRow } from '#src/queries/shares/link-source.ts'
import {
  currentLastSeenLinks,
  type LastSeenLinks,
  subscribeToLastSeenLinks,
} from '#src/stores/links/last-seen.ts'
import { cachedLinkSources, subscribeToLinkSources } from '#src/stores/links/link-sources.ts'

export type LinkChange = {
  readonly isNew: boolean
  readonly isNewlyDead: boolean
  /** How many more there are. */
  readonly visits: number
  readonly downloads: number
}

/** How a link differs from when the user last viewed it, at `now` (ms since 1970). */
export function changeSince(lastSeen: LastSeenLinks, row: ShareRow, now: number): LinkChange {
  const before = lastSeen.find(row.id)
  if (!before) return { isNew: true, isNewlyDead: false, visits: 0, downloads: 0 }
  return {
    isNew: false,
    isNewlyDead: !before.isDead && isDeadState(shareState(row, now)),
    visits: Math.max(0, row.visited - before.visits),
    downloads: Math.max(0, row.downloaded - before.downloads),
  }
}

/** Names of the folders that the item at `uri` is in, from the root down. */
export function foldersOf(uri: string): readonly string[] {
  try {
    return parseUri(uri).segments.slice(0, -1)
  } catch (error) {
    if (error instanceof InvalidUriError) return []
    throw error
  }
}

const isUnchanged: LocalLinkData['isUnchanged'] = (since, row, now) => {
  const lastSeen = currentLastSeenLinks()
  if (since === 'any' || !lastSeen) return false
  const change = changeSince(lastSeen, row, now)
  if (since === 'new') return !change.isNew
  return since === 'dead' ? !change.isNewlyDead : change.visits + change.downloads === 0
}

let version = 0
let known: LocalLinkData | undefined

function makeKnown(): LocalLinkData {
  const sources = cachedLinkSources()
  // Many links lead into few folders, and a search asks for those of all.
  const paths = new Map<string, string | undefined>()
  return {
    key: sources.size === 0 ? '' : String(version),
    folderPathOf: (row) => {
      const cached = row.source === null ? sources.get(row.id)?.uri : undefined
      const key = row.source === null ? cached : `${row.sourceType} ${row.source}`
      if (key === undefined) return undefined
      if (paths.has(key)) return paths.get(key)
      const uri = cached ?? itemUriOfRow(row)
      const path = uri === undefined ? undefined : [...foldersOf(uri), ''].join('/')
      paths.set(key, path)
      return path
    },
    isUnchanged,
  }
}

export const localLinkData = (): LocalLinkData => (known ??= makeKnown())

export function subscribeToLocalLinkData(listener: () => void): () => void {
  const notify = () => {
    version++
    known = undefined
    listener()
  }
  const stops = [
    subscribeToLinkSources((id) => {
      if (id === undefined) notify()
    }),
    subscribeToLastSeenLinks(notify),
  ]
  return () => {
    // Listeners are not called for paths that become known meanwhile.
    version++
    known = undefined
    for (const stop of stops) stop()
  }
}
