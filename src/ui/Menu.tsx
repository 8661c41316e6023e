import { useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { later } from './later.ts'
import type { MenuEntry } from './MenuPopup.tsx'

const popup = later(() => import('./MenuPopup.tsx'), [], 'at rest')

interface MenuButtonProps {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

export interface MenuProps {
  /** The menu's own name for screen readers. */
  name: string
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
  /** Draws the button: spread what it is given on a `Button` or an `IconButton`. */
  children: (button: MenuButtonProps) => ReactNode
}

/** A button that opens a menu. For a menu at a point, use `MenuPopup` itself. */
export function Menu({ name, entries, align = 'end', children }: MenuProps) {
  const id = useId()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState<'first' | 'last' | null>(null)

  const MenuPopup = popup.useCode(open !== null, 'quietly')?.MenuPopup

  const close = (focus: boolean) => {
    setOpen(null)
    if (focus) button?.focus()
  }
  return (
    <>
      {children({
        ref: setButton,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== null,
        'aria-controls': open === null ? undefined : id,
        onClick: () => setOpen(open === null ? 'first' : null),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          event.stopPropagation()
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last')
        },
      })}
      {open !== null && button && MenuPopup && (
        <MenuPopup
          id={id}
          name={name}
          entries={entries}
          anchor={button}
          align={align}
          start={open}
          onClose={close}
        />
      )}
    </>
  )
}
