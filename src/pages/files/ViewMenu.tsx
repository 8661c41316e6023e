import { SlidersHorizontal } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import { viewMenu } from './late.ts'
import type { QuickView } from './view-menu.tsx'

/** Looks at a folder otherwise, without changing its view. */
export function ViewMenu({ quick }: { quick: QuickView }) {
  const { t } = useI18n()
  const menu = viewMenu.useCode(true, 'quietly')
  return (
    <Menu name={t.files.view} entries={menu?.viewEntries(t, quick) ?? []}>
      {(button) => (
        <IconButton
          {...button}
          kind="default"
          name={t.files.view}
          icon={<SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />}
        />
      )}
    </Menu>
  )
}
