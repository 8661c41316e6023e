import { Images, LayoutGrid, List } from 'lucide-react'
import type { Messages } from '#src/i18n/messages.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import type { MenuGroup } from '#src/ui/MenuPopup.tsx'
import { type Layout, layouts } from '#src/views/folder/shown-view.ts'

const icons = { list: List, grid: LayoutGrid, gallery: Images }
const words = { list: 'layoutList', grid: 'layoutGrid', gallery: 'layoutGallery' } as const

/** The layouts as a choice in a menu. */
export const layoutChoice = (
  t: Messages,
  layout: Layout,
  onLayout: (layout: Layout) => void,
): MenuGroup => ({
  key: 'layout',
  heading: t.files.layout,
  items: layouts.map((each) => ({
    key: each,
    label: t.files[words[each]],
    checked: each === layout,
    onSelect: () => onLayout(each),
  })),
})

/** Looks at a folder in another layout, without changing its view. */
export function LayoutMenu({
  layout,
  onLayout,
}: {
  layout: Layout
  onLayout: (layout: Layout) => void
}) {
  const { t } = useI18n()
  const Icon = icons[layout]
  return (
    <Menu name={t.files.layout} entries={[layoutChoice(t, layout, onLayout)]}>
      {(button) => (
        <IconButton
          {...button}
          kind="default"
          name={t.files.layout}
          icon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
        />
      )}
    </Menu>
  )
}
