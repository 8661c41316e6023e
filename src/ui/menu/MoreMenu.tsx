import { Ellipsis } from 'lucide-react'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Menu } from './Menu.tsx'
import type { MenuEntry } from './MenuPopup.tsx'

/** A button with an ellipsis that opens a menu with the actions for which there is no room. */
export function MoreMenu({
  name,
  buttonName = name,
  entries,
  small = false,
  variant = small ? 'quiet' : 'default',
}: {
  name: string
  /** The accessible name of the button, by default that of the menu. */
  buttonName?: string
  entries: readonly MenuEntry[]
  /** For rows of lists: a button that is less high and has no border. */
  small?: boolean
  variant?: 'default' | 'quiet'
}) {
  return (
    <Menu name={name} entries={entries}>
      {(button) => (
        <IconButton
          {...button}
          small={small}
          variant={variant}
          name={buttonName}
          icon={<Ellipsis aria-hidden="true" />}
        />
      )}
    </Menu>
  )
}
