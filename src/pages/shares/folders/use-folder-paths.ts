import { useEffect, useMemo, useState } from 'react'
import { InvalidUriError, parseUri } from '#src/contract/uri.ts'
import { itemUriOfRow } from '#src/features/links/source/link-source.ts'
import {
  type CachedLinkSource,
  linkSourcesVersion,
  subscribeToLinkSources,
  useLinkSources,
} from '#src/features/links/source/link-sources.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { ThrottledCall } from '#src/lib/concurrency/throttled-call.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** While sources of links are read, a search is repeated this often, in ms. */
const searchIntervalMs = 1_000

export type FolderPaths = {
  /** Differs once more folders are known. */
  readonly version: number
  /** The names of the folders around the item, with a slash behind each; undefined while they are unknown. */
  readonly pathOf: (row: LinkRow) => string | undefined
}

/** Names of the folders that the item at `uri` is in, from the root down. */
export function folderNamesOf(uri: string): readonly string[] {
  try {
    return parseUri(uri).segments.slice(0, -1)
  } catch (error) {
    if (error instanceof InvalidUriError) return []
    throw error
  }
}

/** A path of {@link FolderPaths} as it is shown. */
export const folderText = (path: string, t: Pick<Messages, 'appShell'>): string =>
  path === '' ? t.appShell.files : path.slice(0, -1).split('/').map(escapeControlChars).join(' / ')

function pathsOf(sources: ReadonlyMap<string, CachedLinkSource>): FolderPaths['pathOf'] {
  // A search asks for the paths of all links at each key.
  const paths = new Map<string, string | undefined>()
  return (row) => {
    const cached = row.source === null ? sources.get(row.id)?.uri : undefined
    const key = row.source === null ? cached : `${row.sourceType} ${row.source}`
    if (key === undefined) return undefined
    if (paths.has(key)) return paths.get(key)
    const uri = cached ?? itemUriOfRow(row)
    const path = uri === undefined ? undefined : [...folderNamesOf(uri), ''].join('/')
    paths.set(key, path)
    return path
  }
}

/** What a search for paths finds. The version follows the sources only while there is a search. */
export function useFolderPaths(isSearching: boolean): FolderPaths {
  const sources = useLinkSources()
  const pathOf = useMemo(() => pathsOf(sources), [sources])
  const [version, setVersion] = useState(linkSourcesVersion)
  useEffect(() => {
    if (!isSearching) return undefined
    const update = new ThrottledCall(searchIntervalMs, () => setVersion(linkSourcesVersion()))
    update.request()
    const stop = subscribeToLinkSources(() => update.request())
    return () => {
      stop()
      update.cancel()
    }
  }, [isSearching])
  return useMemo(() => ({ version, pathOf }), [version, pathOf])
}
