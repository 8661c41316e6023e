import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu, type MenuProps } from './Menu.tsx'
import styles from '#src/ui/controls/ToggleChip.module.css'

/** A filter with several values, of which one is in force or none. */
export function MenuChip({
  name,
  isOn,
  entries,
  children,
}: {
  name: string
  isOn: boolean
  entries: MenuProps['entries']
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
