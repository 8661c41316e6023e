import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Anchor } from '#src/ui/anchor.ts'
import { TypeAhead } from '#src/ui/keyboard/type-ahead.ts'
import { AnchoredPopover } from './AnchoredPopover.tsx'
import styles from './Menu.module.css'

export interface MenuItem {
  key: string
  label: string
  onSelect: () => void
  icon?: ReactNode
  /** The keyboard shortcut, shown at the end. */
  hint?: string
  /** A remark, shown at the end. */
  note?: string
  danger?: boolean
  disabled?: boolean
  /** Makes it a radio item; whether it is checked. */
  checked?: boolean
  /** It is checked by itself, and not instead of the other items of its group. */
  isToggle?: boolean
}

export interface MenuGroup {
  key: string
  heading?: string
  items: readonly MenuItem[]
}

export type MenuEntry = MenuItem | MenuGroup

export interface MenuPopupProps {
  id?: string
  name: string
  entries: readonly MenuEntry[]
  anchor: Anchor
  align?: 'start' | 'end'
  start?: 'first' | 'last'
  /** `focus` says whether focus should go back to the button. */
  onClose: (focus: boolean) => void
}

const items = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])') ?? []),
]

function groupsOf(entries: readonly MenuEntry[]): MenuGroup[] {
  const groups: (MenuGroup & { items: MenuItem[] })[] = []
  let loose: (MenuGroup & { items: MenuItem[] }) | null = null
  for (const entry of entries) {
    if ('items' in entry) {
      groups.push({ ...entry, items: [...entry.items] })
      loose = null
    } else {
      if (!loose) groups.push((loose = { key: entry.key, items: [] }))
      loose.items.push(entry)
    }
  }
  return groups.filter((group) => group.items.length > 0)
}

export function MenuPopup({
  id,
  name,
  entries,
  anchor,
  align = 'start',
  start = 'first',
  onClose,
}: MenuPopupProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [typeAhead] = useState(() => new TypeAhead())
  useLayoutEffect(
    () =>
      items(ref.current)
        .at(start === 'first' ? 0 : -1)
        ?.focus(),
    [start],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const all = items(ref.current)
    const here = all.findIndex((item) => item === document.activeElement)
    const to = nextIndex(event, here, all, typeAhead)
    if (to !== null) {
      event.preventDefault()
      all[to]?.focus()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onClose(true)
    } else if (event.key === 'Tab') {
      onClose(true)
    }
  }

  return (
    <AnchoredPopover
      ref={ref}
      anchor={anchor}
      align={align}
      onAway={() => onClose(false)}
      id={id}
      role="menu"
      tabIndex={0}
      aria-label={name}
      className={styles['menu']}
      onKeyDown={onKeyDown}
      // The key that opened the menu may also open the browser's context menu.
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <div className={styles['title']} aria-hidden="true">
        {name}
      </div>
      {groupsOf(entries).map((group) => (
        <div key={group.key} role="group" aria-label={group.heading} className={styles['group']}>
          {group.heading && (
            <div className={styles['heading']} aria-hidden="true">
              {group.heading}
            </div>
          )}
          {group.items.map((item) => (
            <Item key={item.key} item={item} onClose={onClose} />
          ))}
        </div>
      ))}
    </AnchoredPopover>
  )
}

function Item({ item, onClose }: { item: MenuItem; onClose: (focus: boolean) => void }) {
  const isChoice = item.checked !== undefined
  return (
    <button
      type="button"
      role={isChoice ? (item.isToggle ? 'menuitemcheckbox' : 'menuitemradio') : 'menuitem'}
      aria-checked={item.checked}
      aria-disabled={item.disabled || undefined}
      tabIndex={-1}
      className={`${styles['item']} ${item.danger ? styles['danger'] : ''}`}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        if (item.disabled) return
        // Focus returns first, so that a dialog opened by the item knows where to return it.
        onClose(true)
        item.onSelect()
      }}
    >
      {isChoice ? (
        <span className={styles['mark']}>{item.checked && <Check aria-hidden="true" />}</span>
      ) : (
        item.icon
      )}
      <span className={styles['label']}>{item.label}</span>
      {(item.hint ?? item.note) && (
        <span className={styles[item.hint ? 'hint' : 'note']} aria-hidden="true">
          {item.hint ?? item.note}
        </span>
      )}
    </button>
  )
}

/** The index that a key moves to: arrows wrap around, letters go to the next label that starts with them. */
function nextIndex(
  event: KeyboardEvent,
  here: number,
  all: readonly HTMLElement[],
  typeAhead: TypeAhead,
): number | null {
  const count = all.length
  if (event.key === 'ArrowDown') return (here + 1) % count
  if (event.key === 'ArrowUp') return here <= 0 ? count - 1 : here - 1
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  const prints = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
  if (!prints || (event.key === ' ' && typeAhead.isNew(event))) return null
  return typeAhead.find(event, here, count, (at) => all[at]?.textContent.trim()) ?? here
}
