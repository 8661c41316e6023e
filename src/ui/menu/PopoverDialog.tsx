import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { Anchor } from '#src/ui/anchor.ts'
import { returnFocus } from '#src/ui/dialogs/return-focus.ts'
import { AnchoredPopover } from './AnchoredPopover.tsx'
import styles from './Menu.module.css'

export interface PopoverDialogProps {
  anchor: Anchor
  onClose: () => void
  name: string
  align?: 'start' | 'end'
  children: ReactNode
}

/** A non-modal popover, open while mounted. Escape and a press outside close it. */
export function PopoverDialog({
  anchor,
  onClose,
  name,
  align = 'start',
  children,
}: PopoverDialogProps) {
  const ref = useRef<HTMLDivElement>(null)

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
    <AnchoredPopover
      ref={ref}
      anchor={anchor}
      align={align}
      onAway={onClose}
      role="dialog"
      aria-label={name}
      tabIndex={-1}
      className={styles['popover']}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing)
          return
        event.preventDefault()
        onClose()
      }}
    >
      {children}
    </AnchoredPopover>
  )
}
