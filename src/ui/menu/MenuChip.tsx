import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu } from './Menu.tsx'
import type { MenuEntry } from './MenuPopup.tsx'
import styles from '#src/ui/controls/Chip.module.css'

/** A filter with several values, of which one is in force or none. */
export function MenuChip({
  name,
  isOn,
  entries,
  children,
}: {
  /** The accessible name of the menu. */
  name: string
  isOn: boolean
  entries: readonly MenuEntry[]
  children: ReactNode
}) {
  return (
    <Menu name={name} entries={entries} align="start">
      {(button) => (
        <button type="button" {...button} className={styles['chip']} data-on={isOn || undefined}>
          {children}
          <ChevronDown aria-hidden="true" />
        </button>
      )}
    </Menu>
  )
}
