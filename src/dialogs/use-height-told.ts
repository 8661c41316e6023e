import { type RefObject, useLayoutEffect } from 'react'

/** Between one thing in the corner and the next, in px. */
const gap = 8

/** Tells the style sheets how much of the corner is taken, so that nothing there covers anything else. */
export function useHeightTold(
  ref: RefObject<HTMLElement | null>,
  name: '--upload-panel' | '--lock-tray',
): void {
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const { style } = document.documentElement
    const tell = () => style.setProperty(name, `${element.offsetHeight + gap}px`)
    tell()
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(name)
    }
  }, [ref, name])
}
