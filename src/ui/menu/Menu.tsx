import { useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { type MenuEntry, MenuPopup } from './MenuPopup.tsx'

interface MenuButtonProps {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

export interface MenuProps {
  /** The accessible name of the menu. */
  name: string
  /** While they are being fetched it is empty, and the menu does not open yet. */
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
      {open !== null && button && entries.length > 0 && (
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
