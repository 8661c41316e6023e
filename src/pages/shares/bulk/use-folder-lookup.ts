import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createItemReader } from '#src/features/links/source/item-reader.ts'
import { isLinkSourceOutdated } from '#src/features/links/source/link-source-cache.ts'
import { maxInFlight } from '#src/features/links/source/link-source-checks.ts'
import { lookedUpSourceQuery } from '#src/features/links/source/looked-up-source.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { type FolderPaths, folderNamesOf } from '#src/pages/shares/folders/use-folder-paths.ts'
import { focusDialogOrMain } from '#src/ui/keyboard/focus.ts'

/** Links whose folders are looked up at a time: that of a dead link takes several requests. */
const maxLinks = 50

/** Looks up the folders of links that are not known, when asked to. What was found nowhere is not looked for again. */
export function useFolderLookup({ pathOf }: Pick<FolderPaths, 'pathOf'>) {
  const client = useQueryClient()
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  /** Differs after each answer. */
  const [version, setVersion] = useState(0)
  const stopping = useRef(new AbortController())
  useEffect(() => {
    const stop = new AbortController()
    stopping.current = stop
    return () => stop.abort()
  }, [])
  const lookUp = async (unknown: readonly LinkRow[]) => {
    const { signal } = stopping.current
    const reader = createItemReader(signal)
    setBusy(true)
    setError(undefined)
    try {
      await forEachConcurrently(unknown.slice(0, maxLinks), maxInFlight, async (row) => {
        signal.throwIfAborted()
        await client.fetchQuery(lookedUpSourceQuery(row, reader))
        if (!signal.aborted) setVersion((last) => last + 1)
      })
      // The pressed button is removed.
      if (unknown.length <= maxLinks && !signal.aborted) focusDialogOrMain()
    } catch (failure) {
      if (!signal.aborted) setError(failure as Error)
    }
    setBusy(false)
  }
  const isLookedUp = (row: LinkRow): boolean => {
    const state = client.getQueryState(lookedUpSourceQuery(row).queryKey)
    return state?.data !== undefined && !isLinkSourceOutdated({ at: state.dataUpdatedAt })
  }
  return {
    pathOf: useCallback(
      (row: LinkRow) => {
        void version
        const known = pathOf(row)
        if (known !== undefined) return known
        const uri = client.getQueryData(lookedUpSourceQuery(row).queryKey)
        return uri ? [...folderNamesOf(uri), ''].join('/') : undefined
      },
      [pathOf, client, version],
    ),
    /** How many of these the next look is for, and the look. */
    next: (rows: readonly LinkRow[]) => {
      const unknown = rows.filter((row) => pathOf(row) === undefined && !isLookedUp(row))
      return { count: Math.min(unknown.length, maxLinks), lookUp: () => void lookUp(unknown) }
    },
    isBusy,
    error: error ?? null,
  }
}
