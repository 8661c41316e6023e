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
  const [view, setView] = useState({ first: 0, shown: 40 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    // Whatever the number of rows: asking for the layout each time some arrive would make it.
    const update = () =>
      setView((before) => {
        const first = Math.floor(element.scrollTop / rowHeight) - overscan
        const shown = Math.ceil(element.clientHeight / rowHeight) + overscan * 2 + 1
        return before.first === first && before.shown === shown ? before : { first, shown }
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
  }, [scroller, rowHeight, overscan])
  const start = Math.max(0, Math.min(view.first, count - 1))
  return { start, end: Math.min(count, Math.max(view.first, 0) + view.shown) }
}
