import { useCallback, useEffect, useRef, useState } from 'react'
import { maxInFlight } from '#src/features/links/source/link-source-checks.ts'
import { locateLinkSource } from '#src/features/links/source/link-source.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { type FolderPaths, folderNamesOf } from '#src/pages/shares/folders/use-folder-paths.ts'
import { focusDialogOrMain } from '#src/ui/keyboard/focus.ts'

/** Links whose folders are looked up at a time: that of a dead link takes several requests. */
const maxLinks = 50

/** The folder that the item was in: its path as in {@link FolderPaths}, undefined where nothing tells. */
async function findFolderPath(row: LinkRow, signal: AbortSignal): Promise<string | undefined> {
  const found = await locateLinkSource(row, signal)
  if (found.at === 'folder') return [...folderNamesOf(found.uri), ''].join('/')
  // What is in a deleted folder is found there only where the path is known before.
  return found.at === 'trash' && found.item.name === row.name && found.item.origin !== null
    ? [...folderNamesOf(found.item.origin), ''].join('/')
    : undefined
}

/** Looks up the folders of links that are not known, when asked to. */
export function useFolderLookup({ pathOf }: Pick<FolderPaths, 'pathOf'>) {
  /** By the id of the link; undefined where it was not found. */
  const [found, setFound] = useState<ReadonlyMap<string, string | undefined>>(new Map())
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const stopping = useRef(new AbortController())
  useEffect(() => {
    const stop = new AbortController()
    stopping.current = stop
    return () => stop.abort()
  }, [])
  const lookUp = async (unknown: readonly LinkRow[]) => {
    const { signal } = stopping.current
    setBusy(true)
    setError(undefined)
    try {
      await forEachConcurrently(unknown.slice(0, maxLinks), maxInFlight, async (row) => {
        const path = await findFolderPath(row, signal)
        if (!signal.aborted) setFound((known) => new Map(known).set(row.id, path))
      })
      // The pressed button is removed.
      if (unknown.length <= maxLinks && !signal.aborted) focusDialogOrMain()
    } catch (failure) {
      if (!signal.aborted) setError(failure as Error)
    }
    setBusy(false)
  }
  return {
    pathOf: useCallback((row: LinkRow) => pathOf(row) ?? found.get(row.id), [pathOf, found]),
    /** How many of these the next look is for, and the look. */
    next: (rows: readonly LinkRow[]) => {
      const unknown = rows.filter((row) => pathOf(row) === undefined && !found.has(row.id))
      return { count: Math.min(unknown.length, maxLinks), lookUp: () => void lookUp(unknown) }
    },
    isBusy,
    error: error ?? null,
  }
}
