import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows drawn beyond each edge of what is seen. */
const standardOverscan = 4

export type Window = { readonly start: number; readonly end: number }

/** The rows of a long list to draw, from the scroll position alone: every row is `rowHeight` px high. */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  overscan = standardOverscan,
): Window {
  const [range, setRange] = useState<Window>({ start: 0, end: Math.min(count, 40) })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const update = () =>
      setRange((before) => {
        const first = Math.floor(element.scrollTop / rowHeight) - overscan
        const shown = Math.ceil(element.clientHeight / rowHeight) + overscan * 2 + 1
        const start = Math.max(0, Math.min(first, count - 1))
        const end = Math.min(count, Math.max(first, 0) + shown)
        return before.start === start && before.end === end ? before : { start, end }
      })
    // Drawn within the same frame as the scroll: otherwise rows flash in blank.
    const onScroll = () => flushSync(update)
    update()
    element.addEventListener('scroll', onScroll, { passive: true })
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [scroller, count, rowHeight, overscan])
  return range.end > count ? { start: Math.min(range.start, count), end: count } : range
}
