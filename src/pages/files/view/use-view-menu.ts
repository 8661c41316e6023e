import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  formatColumns,
  noOverrides,
  type ViewOverrides,
  viewFieldsOfOverrides,
  viewSettingsHref,
} from '#src/features/folder-view/overrides.ts'
import {
  defaultSortDirection,
  resolveView,
  type ResolvedView,
  sortOfView,
} from '#src/features/folder-view/resolved-view.ts'
import { type FolderListHead, maySaveView } from '#src/lists/rows/folder-list-head.ts'
import type { OpenFolder } from '#src/pages/files/folder/open-folder.ts'
import { viewOfSearchResults } from '#src/pages/files/search/search.ts'
import type { FilesUrl } from '#src/pages/files/url.ts'
import { nextSort, noSort } from '#src/ui/list/columns.ts'
import { useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import {
  dismissSaveViewOffer,
  offerToSaveView,
  prefetchOwnView,
  saveFolderView,
} from './save-folder-view.ts'
import type { ViewMenuContext } from './view-menu-entries.tsx'

/** How the URL shows a folder, or the results of a search in it. */
export function useViewOfUrl(
  head: FolderListHead | undefined,
  url: FilesUrl,
  hasResults: boolean,
): ResolvedView {
  const effective = head?.view ?? null
  // Widths from which the list has room for 280 px of a name, the path, the time, and for the size as well.
  const isNarrow = useMediaQuery('(max-width: 1123.98px)')
  const isNarrower = useMediaQuery('(max-width: 947.98px)')
  return useMemo(() => {
    const view = resolveView(effective, viewFieldsOfOverrides(url))
    return hasResults ? viewOfSearchResults(view, url, isNarrow, isNarrower) : view
  }, [effective, url, hasResults, isNarrow, isNarrower])
}

/** Changes how a folder is shown, in the URL, and saves that as its view. */
export function useViewMenu(
  { uri, name, list: { head }, rows }: OpenFolder,
  {
    url,
    change,
    view,
    hasResults: isSearch,
  }: {
    url: FilesUrl
    change: (part: Partial<FilesUrl>, replace?: boolean) => void
    view: ResolvedView
    /** Whether the rows are the results of a search. */
    hasResults: boolean
  },
): ViewMenuContext {
  const client = useQueryClient()
  const navigate = useNavigate()
  const sort = rows.sort ?? noSort
  const effective = head?.view ?? null
  const saved = useMemo(() => resolveView(effective), [effective])
  const overrides = viewFieldsOfOverrides(url)
  const maySave = !isSearch && maySaveView(uri, head)
  const folder = { uri, name, effective }
  // A save ends after later changes of the URL or when another page is shown, where an effect event cannot be used.
  const latest = useRef<{ uri: string; change: typeof change }>(undefined)
  useEffect(() => {
    latest.current = { uri, change }
    return () => {
      latest.current = undefined
    }
  }, [uri, change])
  const changeIfStillHere = (part: Partial<FilesUrl>) => {
    if (latest.current?.uri === uri) latest.current.change(part, true)
  }
  useEffect(() => dismissSaveViewOffer, [uri])
  const offer = <What extends 'layout' | 'columns'>(what: What, part: ViewOverrides[What]) => {
    if (maySave)
      offerToSaveView(client, folder, what, part, () => changeIfStillHere({ [what]: null }))
  }
  const save = async () => {
    if (await saveFolderView(client, folder, overrides)) changeIfStillHere(noOverrides)
  }
  return {
    view,
    saved,
    sort,
    isSearch,
    change,
    save: maySave && Object.keys(overrides).length > 0 ? () => void save() : undefined,
    offerToSaveView: offer,
    onSort: (by, direction) => {
      const next = direction ? { by, direction } : nextSort(sort, by, defaultSortDirection)
      const own = sortOfView(effective ?? {})
      const isOwn = own?.by === next.by && own.direction === next.direction
      change({ sort: isOwn && !isSearch ? null : next })
    },
    onColumns: (columns) => {
      const isOwn = formatColumns(columns) === formatColumns(saved.columns)
      const next = isOwn ? null : columns
      change({ columns: next }, true)
      offer('columns', next)
    },
    onSettings: () => {
      // They are drawn when it is there, so it is requested while their page is entered.
      prefetchOwnView(client, uri)
      void navigate(viewSettingsHref(uri))
    },
  }
}
