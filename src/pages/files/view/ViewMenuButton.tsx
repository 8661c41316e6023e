import { SlidersHorizontal } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Menu } from '#src/ui/menu/Menu.tsx'
import { viewMenuEntries, type ViewMenuContext } from './view-menu-entries.tsx'

/** The button whose menu changes how a folder is shown, without saving it. */
export function ViewMenuButton({ viewMenu }: { viewMenu: ViewMenuContext }) {
  const { t } = useI18n()
  return (
    <Menu name={t.files.view} entries={viewMenuEntries(t, viewMenu)}>
      {(button) => (
        <IconButton
          {...button}
          variant="default"
          name={t.files.view}
          icon={<SlidersHorizontal aria-hidden="true" />}
        />
      )}
    </Menu>
  )
}
