import { type RefObject, useLayoutEffect } from 'react'

/** Space above a panel, in px. */
const gapPx = 8

/**
 * Publishes the height of a panel at the bottom as a CSS variable, so that what is stacked above it does not overlap. An
 * empty one takes no room.
 */
export function useHeightAsCssVariable(
  ref: RefObject<HTMLElement | null>,
  name: '--upload-panel' | '--lock-tray' | '--bottom-bar',
): void {
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const { style } = document.documentElement
    const report = () => {
      const height = element.offsetHeight
      style.setProperty(name, `${height === 0 ? 0 : height + gapPx}px`)
    }
    report()
    const observer = new ResizeObserver(report)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(name)
    }
  }, [ref, name])
}
