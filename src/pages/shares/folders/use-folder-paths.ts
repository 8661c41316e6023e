import { useEffect, useMemo, useState } from 'react'
import { ShareSourceType } from '#src/contract/share.ts'
import { InvalidUriError, parseUri } from '#src/contract/uri.ts'
import {
  type CachedLinkSource,
  linkSourcesVersion,
  subscribeToLinkSources,
  useAllCachedLinkSources,
} from '#src/features/links/source/link-source-cache.ts'
import { itemUriOfLinkRow } from '#src/features/links/source/link-source.ts'
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
  readonly isKnown: (row: LinkRow) => boolean
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
export const formatFolderPath = (path: string, t: Pick<Messages, 'appShell'>): string =>
  path === '' ? t.appShell.files : path.slice(0, -1).split('/').map(escapeControlChars).join(' / ')

function pathsOf(sources: ReadonlyMap<string, CachedLinkSource>): Omit<FolderPaths, 'version'> {
  const sourceOf = (row: LinkRow) => row.source ?? sources.get(row.id)?.uri
  // A search asks for the paths of all links. The list tells the folder of a file, else the source is the item itself.
  const paths = { ofFiles: new Map<string, string>(), ofItems: new Map<string, string>() }
  return {
    isKnown: (row) => !!sourceOf(row),
    pathOf: (row) => {
      const source = sourceOf(row)
      if (!source) return undefined
      const isItem = row.source === null || row.sourceType === ShareSourceType.folder
      const known = isItem ? paths.ofItems : paths.ofFiles
      let path = known.get(source)
      if (path === undefined) {
        path = [...folderNamesOf(itemUriOfLinkRow(row) ?? source), ''].join('/')
        known.set(source, path)
      }
      return path
    },
  }
}

/** What a search for paths finds. The version follows the sources only while there is a search. */
export function useFolderPaths(isSearching: boolean): FolderPaths {
  const sources = useAllCachedLinkSources()
  const paths = useMemo(() => pathsOf(sources), [sources])
  const [wasSearching, setWasSearching] = useState(isSearching)
  const [lastVersion, setVersion] = useState(linkSourcesVersion)
  let version = lastVersion
  // Before the first key is searched for, not in an effect after it: all links would be tested twice.
  if (wasSearching !== isSearching) {
    setWasSearching(isSearching)
    version = linkSourcesVersion()
    setVersion(version)
  }
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
  return useMemo(() => ({ version, ...paths }), [version, paths])
}
