import { Save, SlidersHorizontal } from 'lucide-react'
import type { Messages } from '#src/i18n/messages.ts'
import type { MenuEntry } from '#src/ui/MenuPopup.tsx'
import type { Sort } from '#src/ui/RowList.tsx'
import { type Layout, layouts, type ShownView, sortKeys } from '#src/views/folder/shown-view.ts'

/** What can be looked at otherwise without being saved. */
export type QuickView = {
  view: ShownView
  sort: Sort
  onLayout: (layout: Layout) => void
  onSort: (by: string) => void
  onThumbnails: (areShown: boolean) => void
  /** Makes what is looked at the view of the folder; absent where it is that, or may not be. */
  onKeep?: (() => void) | undefined
  onSettings: () => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Looks at a folder otherwise, in place, or makes that its view. */
export function viewEntries(
  t: Messages,
  { view, sort, ...on }: QuickView,
  { hasSort = true }: { hasSort?: boolean } = {},
): MenuEntry[] {
  const sorting: MenuEntry = {
    key: 'by',
    heading: t.viewSettings.sortBy,
    items: sortKeys.map((key) => ({
      key: `by ${key}`,
      label: t.viewSettings.sortKeys[key],
      checked: key === sort.by,
      ...(key === sort.by ? { note: sort.direction === 'asc' ? '↑' : '↓' } : {}),
      onSelect: () => on.onSort(key),
    })),
  }
  const { onKeep } = on
  const keep = onKeep && {
    key: 'keep',
    label: t.viewSettings.saveForFolder,
    icon: <Save {...icon} />,
    onSelect: onKeep,
  }
  return [
    {
      key: 'layout',
      heading: t.viewSettings.layout,
      items: layouts.map((each) => ({
        key: each,
        label: t.viewSettings.layouts[each],
        checked: each === view.layout,
        onSelect: () => on.onLayout(each),
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
        onSelect: () => on.onThumbnails(areShown),
      })),
    },
    {
      key: 'view',
      items: [
        ...(keep ? [keep] : []),
        {
          key: 'settings',
          label: t.viewSettings.title,
          icon: <SlidersHorizontal {...icon} />,
          onSelect: on.onSettings,
        },
      ],
    },
  ]
}
