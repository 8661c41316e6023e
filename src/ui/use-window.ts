import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows drawn beyond each edge of what is seen. */
const standardOverscan = 4

/** Of the list that was measured last, in CSS pixels: the next one is as high, or a frame away from it. */
let lastHeight = 960

export type Window = { readonly start: number; readonly end: number }

/** The rows of a long list to draw, from the scroll position alone: every row is `rowHeight` px high. */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  overscan = standardOverscan,
): Window {
  const [view, setView] = useState(() => windowAt(0, lastHeight, rowHeight, overscan))
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const update = () => {
      lastHeight = element.clientHeight
      const next = windowAt(element.scrollTop, lastHeight, rowHeight, overscan)
      setView((before) =>
        before.first === next.first && before.shown === next.shown ? before : next,
      )
    }
    // Drawn within the same frame as the scroll: otherwise rows flash in blank.
    const follow = () => flushSync(update)
    element.addEventListener('scroll', follow, { passive: true })
    // It reports once at the start, when the layout is there anyway: asking for it would make it.
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', follow)
      observer.disconnect()
    }
  }, [scroller, rowHeight, overscan])
  const start = Math.max(0, Math.min(view.first, count - 1))
  return { start, end: Math.min(count, Math.max(view.first, 0) + view.shown) }
}

const windowAt = (scrollTop: number, height: number, rowHeight: number, overscan: number) => ({
  first: Math.floor(scrollTop / rowHeight) - overscan,
  shown: Math.ceil(height / rowHeight) + overscan * 2 + 1,
})
