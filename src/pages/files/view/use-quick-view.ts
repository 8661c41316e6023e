import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  noOverrides,
  overridesOf,
  viewSettingsHref,
} from '#src/components/folder/view/overrides.ts'
import {
  defaultDirection,
  type Layout,
  applyViewOverrides,
  type ShownView,
  sortOfView,
} from '#src/components/folder/view/shown-view.ts'
import { type Folder, maySaveView } from '#src/lists/folders/folder.ts'
import { saveViewModule, type SearchModule } from '#src/pages/files/lazy-modules.ts'
import { type FilesUrl, folderHref } from '#src/pages/files/url.ts'
import { homeUri, sharedWithMeUri } from '#src/queries/files/files.ts'
import { dismissToast, showToast } from '#src/stores/toasts.ts'
import { nextSort, type Sort } from '#src/ui/list/columns.ts'
import type { QuickView } from './view-menu-entries.tsx'

/** How the URL shows a folder, or the results of a search in it. */
export function useViewOfUrl(
  head: Folder | undefined,
  url: FilesUrl,
  search: SearchModule | undefined,
): ShownView {
  const effective = head?.view ?? null
  return useMemo(() => {
    const view = applyViewOverrides(effective, overridesOf(url))
    return search ? search.viewOfResults(view, url) : view
  }, [effective, url, search])
}

/** Changes how a folder is shown, in the URL, and saves that as its view. */
export function useQuickView({
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
}): QuickView {
  const client = useQueryClient()
  const navigate = useNavigate()
  const effective = head?.view ?? null
  const saved = useMemo(() => applyViewOverrides(effective), [effective])
  const overrides = overridesOf(url)
  const canSave = !isSearch && maySaveView(uri, head) && Object.keys(overrides).length > 0
  const layoutToast = useRef<number>(undefined)
  const dismissOffer = () => {
    if (layoutToast.current !== undefined) dismissToast(layoutToast.current)
  }
  const save = async () => {
    dismissOffer()
    const { saveFolderView } = await saveViewModule.load()
    if (await saveFolderView(client, { uri, name, effective }, overrides)) change(noOverrides, true)
  }
  const latest = useRef({ uri, change })
  useEffect(() => {
    latest.current = { uri, change }
  })
  useEffect(() => {
    const toast = layoutToast
    return () => {
      if (toast.current !== undefined) dismissToast(toast.current)
    }
  }, [uri])
  const offerToSave = (layout: Layout | null) => {
    dismissOffer()
    if (layout === null || isSearch || !maySaveView(uri, head)) return
    const saveLayout = async () => {
      const { saveFolderView } = await saveViewModule.load()
      const part = overridesOf({ ...noOverrides, layout })
      if (!(await saveFolderView(client, { uri, name, effective }, part))) return
      // Another folder may be shown by now.
      if (latest.current.uri === uri) latest.current.change({ layout: null }, true)
    }
    layoutToast.current = showToast({
      kind: 'done',
      key: 'layoutChanged',
      save: () => void saveLayout(),
    })
  }
  return {
    view,
    sort,
    onSort: (by) => {
      const next = nextSort(sort, by, defaultDirection)
      const own = sortOfView(effective ?? {})
      const isOwn = own?.by === next.by && own.direction === next.direction
      change({ sort: isOwn && !isSearch ? null : next })
    },
    onLayout: (layout) => {
      const next = layout === (isSearch ? 'list' : saved.layout) ? null : layout
      change({ layout: next })
      offerToSave(next)
    },
    onThumbnails: (areShown) =>
      change({ thumbnails: areShown === saved.hasThumbnails ? null : areShown }),
    onSave: canSave ? () => void save() : undefined,
    onSharedWithMe: uri === homeUri ? () => void navigate(folderHref(sharedWithMeUri)) : undefined,
    onSettings: () => {
      // They are drawn when it is there, so it is requested while their page is entered.
      saveViewModule.loaded()?.prefetchOwnView(client, uri)
      void navigate(viewSettingsHref(uri))
    },
  }
}
