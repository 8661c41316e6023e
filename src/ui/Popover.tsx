import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { returnFocus } from './focus.ts'
import type { Box } from './place.ts'
import { useFloating } from './use-floating.ts'
import styles from './Menu.module.css'

export interface PopoverProps {
  /** Mount it to open it. The element it hangs from, or a point that stays the same between renders. */
  anchor: Element | Box
  onClose: () => void
  name: string
  align?: 'start' | 'end'
  children: ReactNode
}

/** Something small that floats and does not stop the page. Escape and a press outside close it. */
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
    // Its keys are those of everything inside it: Escape closes.
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
