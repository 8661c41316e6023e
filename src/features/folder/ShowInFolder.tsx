import { type ButtonHTMLAttributes, type ReactNode, type Ref, useMemo } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { JobItem } from '#src/jobs/store/job.ts'
import { Menu } from '#src/ui/menu/Menu.tsx'
import { folderPathText } from './folder-path-text.ts'
import { groupByFolder, useShowInFolder } from './show-in-folder.ts'

/** Opens the folder of these items with them selected; a menu when there are several folders. */
export function ShowInFolder({
  items,
  onShow,
  children,
}: {
  items: readonly JobItem[] | undefined
  /** Called before the folder opens. */
  onShow: () => void
  /** Draws the button. */
  children: (
    button: ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> },
  ) => ReactNode
}) {
  const { t } = useI18n()
  const show = useShowInFolder()
  // A message is drawn ten times a second while jobs run, and items may have gone to thousands of folders.
  const folders = useMemo(() => groupByFolder(items ?? []), [items])
  const [first] = folders
  const open = (place: (typeof folders)[number]) => {
    onShow()
    show(place.folder, place.items)
  }
  if (!first) return null
  const label = t.operations.showInFolder
  if (folders.length === 1) return children({ onClick: () => open(first), children: label })
  return (
    <Menu
      name={label}
      entries={() =>
        folders.map((place) => ({
          key: place.folder,
          label: folderPathText(place.folder, t),
          note: t.common.number(place.items.length),
          onSelect: () => open(place),
        }))
      }
    >
      {(button) => children({ ...button, children: label })}
    </Menu>
  )
}
