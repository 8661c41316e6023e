import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { returnFocus } from '#src/ui/return-focus.ts'
import type { Box } from './box.ts'
import { useFloating } from './use-floating.ts'
import styles from './Menu.module.css'

export interface PopoverProps {
  /** The anchor element, or a rectangle that stays the same object between renders. */
  anchor: Element | Box
  onClose: () => void
  name: string
  align?: 'start' | 'end'
  children: ReactNode
}

/** A non-modal popover, open while mounted. Escape and a press outside close it. */
export function Popover({ anchor, onClose, name, align = 'start', children }: PopoverProps) {
  const ref = useRef<HTMLDivElement>(null)
  useFloating(ref, anchor, align, onClose)

  useLayoutEffect(() => {
    const popover = ref.current
    const opener = document.activeElement
    const first = popover?.querySelector<HTMLElement>('[data-autofocus]') ?? popover
    first?.focus()
    return () => {
      if (popover?.contains(document.activeElement)) returnFocus(opener)
    }
  }, [])

  return (
    // It handles keys for everything inside it: Escape closes.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={ref}
      popover="manual"
      role="dialog"
      aria-label={name}
      tabIndex={-1}
      className={styles['popover']}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      {children}
    </div>
  )
}
