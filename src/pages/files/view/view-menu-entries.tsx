import { Save, SlidersHorizontal, Users } from 'lucide-react'
import {
  type Layout,
  layouts,
  type ShownView,
  sortKeys,
} from '#src/components/folder/view/shown-view.ts'
import type { ViewColumn } from '#src/contract/view.ts'
import type { Messages } from '#src/i18n/messages.ts'
import type { Sort } from '#src/ui/list/columns.ts'
import type { MenuEntry } from '#src/ui/menu/MenuPopup.tsx'

/** How a folder is shown, and the ways to change that without saving it. */
export type QuickView = {
  view: ShownView
  sort: Sort
  onLayout: (layout: Layout) => void
  onSort: (by: string, direction?: Sort['direction']) => void
  onColumns: (columns: readonly ViewColumn[]) => void
  onThumbnails: (areShown: boolean) => void
  /** Saves what is shown as the folder's view; absent where nothing has changed, or saving is not allowed. */
  onSave?: (() => void) | undefined
  /** Goes to what others share; on phones, where no sidebar has it, and from the start only. */
  onSharedWithMe?: (() => void) | undefined
  onSettings: () => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Menu entries that change how a folder is shown, or save that as its view. */
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
  const { onSave } = on
  const save = onSave && {
    key: 'save',
    label: t.viewSettings.saveForFolder,
    icon: <Save {...icon} />,
    onSelect: onSave,
  }
  const { onSharedWithMe } = on
  const place = !hasSort &&
    onSharedWithMe && {
      key: 'shared-with-me',
      label: t.files.sharedWithMe,
      icon: <Users {...icon} />,
      onSelect: onSharedWithMe,
    }
  return [
    ...(place ? [place] : []),
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
        ...(save ? [save] : []),
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
