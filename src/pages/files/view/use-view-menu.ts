import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  formatColumns,
  type Overrides,
  overridesOf,
  viewSettingsHref,
} from '#src/features/folder-view/overrides.ts'
import {
  defaultDirection,
  applyViewOverrides,
  type ShownView,
  sortOfView,
} from '#src/features/folder-view/shown-view.ts'
import { type Folder, maySaveView } from '#src/lists/rows/folder.ts'
import { viewOfResults } from '#src/pages/files/search/search.ts'
import type { FilesUrl } from '#src/pages/files/url.ts'
import { nextSort, type Sort } from '#src/ui/list/columns.ts'
import { useMediaQuery } from '#src/ui/use-media-query.ts'
import { dismissOffer, offerToSave, prefetchOwnView } from './save-folder-view.ts'
import type { ViewMenuContext } from './view-menu-entries.tsx'

/** How the URL shows a folder, or the results of a search in it. */
export function useViewOfUrl(
  head: Folder | undefined,
  url: FilesUrl,
  hasResults: boolean,
): ShownView {
  const effective = head?.view ?? null
  const isNarrow = useMediaQuery('(max-width: 1010px)')
  const isNarrower = useMediaQuery('(max-width: 767px)')
  return useMemo(() => {
    const view = applyViewOverrides(effective, overridesOf(url))
    return hasResults ? viewOfResults(view, url, isNarrow, isNarrower) : view
  }, [effective, url, hasResults, isNarrow, isNarrower])
}

/** Changes how a folder is shown, in the URL, and saves that as its view. */
export function useViewMenu({
  uri,
  name,
  head,
  url,
  change,
  view,
  sort,
  isSearch,
}: {
  uri: string
  name: string
  head: Folder | undefined
  url: FilesUrl
  change: (part: Partial<FilesUrl>, replace?: boolean) => void
  view: ShownView
  /** The sort in effect. */
  sort: Sort
  /** Whether the rows are the results of a search. */
  isSearch: boolean
}): ViewMenuContext {
  const client = useQueryClient()
  const navigate = useNavigate()
  const effective = head?.view ?? null
  const saved = useMemo(() => applyViewOverrides(effective), [effective])
  const overrides = overridesOf(url)
  const maySave = !isSearch && maySaveView(uri, head)
  const folder = { uri, name, effective }
  const latest = useRef<{ uri: string; change: typeof change }>(undefined)
  useEffect(() => {
    latest.current = { uri, change }
  })
  useEffect(
    () => () => {
      latest.current = undefined
      dismissOffer()
    },
    [uri],
  )
  const offer = <What extends 'layout' | 'columns'>(what: What, part: Overrides[What]) => {
    // Another folder may be shown by now, and when it is saved.
    const of = () => (latest.current?.uri === uri ? latest.current : undefined)
    if (of() && maySave)
      offerToSave(client, folder, what, part, () => of()?.change({ [what]: null }, true))
  }
  return {
    client,
    folder,
    view,
    saved,
    overrides,
    sort,
    isSearch,
    maySave,
    change,
    offerToSave: offer,
    navigate,
    onSort: (by, direction) => {
      const next = direction ? { by, direction } : nextSort(sort, by, defaultDirection)
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
