import { Save, SlidersHorizontal } from 'lucide-react'
import type { ViewColumn } from '#src/contract/views/view.ts'
import type { ViewOverrides } from '#src/features/folder-view/overrides.ts'
import {
  type Layout,
  layouts,
  type ResolvedView,
  sortKeys,
} from '#src/features/folder-view/resolved-view.ts'
import type { Messages } from '#src/i18n/messages.ts'
import type { FilesUrl } from '#src/pages/files/url.ts'
import type { Sort } from '#src/ui/list/columns.ts'
import type { MenuEntry } from '#src/ui/menu/MenuPopup.tsx'

/** How a folder is shown, and the ways to change that without saving it. */
export type ViewMenuContext = {
  view: ResolvedView
  /** The view without the changes of the URL. */
  saved: ResolvedView
  sort: Sort
  /** Whether the rows are the results of a search. */
  isSearch: boolean
  /** Changes the URL. */
  change: (part: Partial<FilesUrl>, replace?: boolean) => void
  /** Saves the changes of the URL; undefined where there are none or the view cannot be saved. */
  save: (() => void) | undefined
  /** Offers to save a change that has been made. */
  offerToSaveView: (what: 'layout', part: ViewOverrides['layout']) => void
  onSort: (by: string, direction?: Sort['direction']) => void
  onColumns: (columns: readonly ViewColumn[]) => void
  onSettings: () => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Menu entries that change how a folder is shown, or save that as its view. */
export function viewMenuEntries(
  t: Messages,
  viewMenu: ViewMenuContext,
  { hasSort = true }: { hasSort?: boolean } = {},
): MenuEntry[] {
  const { view, saved, sort, isSearch, change } = viewMenu
  const onLayout = (layout: Layout) => {
    const next = layout === (isSearch ? 'list' : saved.layout) ? null : layout
    change({ layout: next })
    viewMenu.offerToSaveView('layout', next)
  }
  const sorting: MenuEntry = {
    key: 'by',
    heading: t.viewSettings.sortBy,
    items: sortKeys.map((key) => ({
      key: `by ${key}`,
      label: t.viewSettings.sortKeys[key],
      checked: key === sort.by,
      ...(key === sort.by ? { note: sort.direction === 'asc' ? '↑' : '↓' } : {}),
      onSelect: () => viewMenu.onSort(key),
    })),
  }
  const save = viewMenu.save && {
    key: 'save',
    label: t.viewSettings.saveForFolder,
    icon: <Save {...icon} />,
    onSelect: viewMenu.save,
  }
  return [
    {
      key: 'layout',
      heading: t.viewSettings.layout,
      items: layouts.map((each) => ({
        key: each,
        label: t.viewSettings.layouts[each],
        checked: each === view.layout,
        onSelect: () => onLayout(each),
      })),
    },
    ...(hasSort ? [sorting] : []),
    {
      key: 'thumbnails',
      heading: t.viewSettings.thumbnailsHeading,
      items: [true, false].map((areShown) => ({
        key: areShown ? 'on' : 'off',
        label: areShown ? t.viewSettings.thumbnailsOn : t.viewSettings.thumbnailsOff,
        checked: view.hasThumbnails === areShown,
        onSelect: () => change({ thumbnails: areShown === saved.hasThumbnails ? null : areShown }),
      })),
    },
    {
      key: 'view',
      items: [
        ...(save ? [save] : []),
        {
          key: 'settings',
          label: t.viewSettings.title,
          icon: <SlidersHorizontal {...icon} />,
          onSelect: viewMenu.onSettings,
        },
      ],
    },
  ]
}
