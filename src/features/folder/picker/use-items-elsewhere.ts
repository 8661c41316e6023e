import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { formatUri, tryParentUri, parseUri } from '#src/contract/uri.ts'
import { fileSearchQuery } from '#src/features/file-lists/file-search.ts'
import { createFileCompare } from '#src/features/folder/compare-files.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/** The service is asked when nothing has been typed for this long, in ms. */
const typingPauseMs = 250

const byName = { by: 'name', direction: 'asc' } as const
const subscribeToNothing = () => () => {}

/** Up to so many are sorted: more would be sorted again with each of their pages. */
const maxSorted = 1000

/**
 * All folders whose names match but those in `folder`, found by the service and sorted by name; with `files` files too.
 * `isPending` until it has answered for what was typed last.
 */
export function useItemsFoundElsewhere(
  folder: string,
  search: string,
  { files = false }: { files?: boolean } = {},
) {
  const { language } = useI18n()
  const text = search.trim()
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const isWanted = text !== '' && settled === text
  const conditions: [string, string][] = [
    ['name', text],
    ...(files ? [] : [['type', 'folder'] as [string, string]]),
    ['case_folding', ''],
  ]
  const { data: list, isError } = useQuery({
    ...fileSearchQuery(formatUri({ ...parseUri(folder), segments: [], search: conditions })),
    enabled: isWanted,
    meta: { isInline: true },
  })
  const version = useSyncExternalStore(
    list?.subscribe ?? subscribeToNothing,
    () => list?.version() ?? 0,
  )
  const rows = useMemo(() => {
    void version
    const found: FileRow[] = []
    for (const rowIndex of (isWanted && list?.order) || []) {
      const row = list?.at(rowIndex)
      if (!row?.uri || row.isUploading || !(files || row.isFolder)) continue
      if (tryParentUri(row.uri) !== folder) found.push(row)
    }
    return found.length > maxSorted ? found : found.sort(createFileCompare(byName, language))
  }, [isWanted, list, version, folder, files, language])
  const isComplete = isError || (list !== undefined && list.loadState.at !== 'loading')
  return { rows, isPending: text !== '' && !(isWanted && isComplete) }
}
