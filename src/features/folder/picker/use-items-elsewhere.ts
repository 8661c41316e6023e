import { useEffect, useMemo, useState } from 'react'
import { formatUri, parentUriIfValid, parseUri } from '#src/contract/uri.ts'
import { fileSearchQuery } from '#src/features/file-lists/file-search.ts'
import { beginningFirst, createFileCompare } from '#src/features/folder/compare-files.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { loadErrorOf } from '#src/lists/loading/load-state.ts'
import { usePagedList } from '#src/lists/loading/paged-lists.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/** The service is asked when nothing has been typed for this long, in ms. */
const typingPauseMs = 250

const byName = { by: 'name', direction: 'asc' } as const

/**
 * All folders whose names match but those in `folder`, found by the service; with `files` files too. Sorted by name,
 * those first that begin with what was typed, when they came on one page; else in the order of the service, so that no
 * row moves when the next page comes. `isPending` until it has answered for what was typed last.
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
  const { list, error, refetch, isFetching } = usePagedList({
    ...fileSearchQuery(formatUri({ ...parseUri(folder), segments: [], search: conditions })),
    enabled: isWanted,
    meta: { isInline: true },
  })
  const version = list?.version()
  const isOnePage = useMemo(() => list?.loadState.at === 'complete', [list])
  const rows = useMemo(() => {
    void version
    const found: FileRow[] = []
    for (const rowIndex of (isWanted && list?.order) || []) {
      const row = list?.at(rowIndex)
      if (!row?.uri || row.shortcut || row.isUploading || !(files || row.isFolder)) continue
      if (parentUriIfValid(row.uri) !== folder) found.push(row)
    }
    if (!isOnePage) return found
    return beginningFirst(found.sort(createFileCompare(byName, language)), text)
  }, [isWanted, list, version, isOnePage, folder, files, language, text])
  const failure = isWanted ? (error ?? loadErrorOf(list?.loadState)) : null
  return {
    rows,
    isPending: text !== '' && !failure && !(isWanted && list?.loadState.at === 'complete'),
    failure,
    isFetching,
    retry: () => {
      list?.resume()
      if (error) void refetch()
    },
  }
}
