import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { isRtl } from '#src/ui/direction.ts'
import type { Box } from './box.ts'
import { positionPopup } from './position-popup.ts'

/**
 * Shows an element in the top layer beside its anchor and asks to close it on a press outside, on scrolling
 * under it and on resizing. A manual popover: an automatic one closes on the press that its button then reopens.
 */
export function useFloating(
  ref: RefObject<HTMLElement | null>,
  anchor: Element | Box,
  align: 'start' | 'end',
  onAway: () => void,
): void {
  const away = useRef(onAway)
  useEffect(() => {
    away.current = onAway
  })

  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    element.showPopover()
    const box = anchor instanceof Element ? anchor.getBoundingClientRect() : anchor
    const room = { width: innerWidth, height: innerHeight }
    const at = positionPopup(box, element.getBoundingClientRect(), room, align, isRtl())
    element.style.setProperty('--left', `${at.left}px`)
    element.style.setProperty('--top', `${at.top}px`)
    element.style.setProperty('--height', `${at.maxHeight}px`)

    const outside = (event: Event) => {
      if (!(event.target instanceof Node)) return
      const own = anchor instanceof Element && anchor.contains(event.target)
      if (!own && !element.contains(event.target)) away.current()
    }
    const resized = () => away.current()
    document.addEventListener('pointerdown', outside, true)
    document.addEventListener('scroll', outside, true)
    addEventListener('resize', resized)
    return () => {
      document.removeEventListener('pointerdown', outside, true)
      document.removeEventListener('scroll', outside, true)
      removeEventListener('resize', resized)
      element.hidePopover()
    }
  }, [ref, anchor, align])
}
