import {
  type ComponentProps,
  useId,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { type MenuEntry, type MenuItem, MenuPopup } from './MenuPopup.tsx'

const SearchableMenuPopup = lazyWhenOpened(
  async () => (await import('./SearchableMenuPopup.tsx')).SearchableMenuPopup,
)

/** With more entries than this there is a search among them. */
const mostEntries = 13
const mostShown = 12

interface MenuButtonProps {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

export interface MenuProps {
  name: string
  /**
   * While they are being fetched it is empty, and the menu does not open yet. A function where they are many, and not
   * needed before it is open.
   */
  entries: readonly MenuEntry[] | (() => readonly MenuEntry[])
  align?: 'start' | 'end'
  /** Draws the button: spread what it is given on a `Button` or an `IconButton`. */
  children: (button: MenuButtonProps) => ReactNode
}

const isItem = (entry: MenuEntry): entry is MenuItem => !('items' in entry)

/** A button that opens a menu, with a search when it is long. For a menu at a point, use `MenuPopup` itself. */
export function Menu({ name, entries, align = 'end', children }: MenuProps) {
  const id = useId()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState<'first' | 'last' | null>(null)

  const close = (focus: boolean) => {
    setOpen(null)
    if (focus) button?.focus()
  }
  const shown = open === null ? [] : typeof entries === 'function' ? entries() : entries
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
      {open !== null && button && shown.length > 0 && (
        <OpenMenu
          id={id}
          name={name}
          entries={shown}
          anchor={button}
          align={align}
          start={open}
          onClose={close}
        />
      )}
    </>
  )
}

function OpenMenu(props: ComponentProps<typeof MenuPopup>) {
  const { entries, anchor, name, align = 'end', onClose } = props
  const items = entries.filter(isItem)
  return items.length === entries.length && items.length > mostEntries ? (
    <SearchableMenuPopup
      anchor={anchor}
      name={name}
      items={items}
      mostShown={mostShown}
      align={align}
      onClose={() => onClose(false)}
    />
  ) : (
    <MenuPopup {...props} />
  )
}
