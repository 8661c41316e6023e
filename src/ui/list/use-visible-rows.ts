import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { scrollAreaOf } from './scroll-area.ts'

/** Rows drawn beyond each edge of the visible area. */
const defaultOverscan = 4

/** Height of the list that was measured last, in px: a first guess for the next one. */
let lastHeight = 960

export type VisibleRows = { readonly start: number; readonly end: number }

/** The row at a distance from the top, in px: for rows that are not all of one height. */
export type RowAt = (y: number) => number

/** The rows of a long list to draw, computed from the scroll position: every row is `rowHeight` px high. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number | RowAt,
  overscan = defaultOverscan,
): VisibleRows {
  const [range, setRange] = useState(() => rangeAt(0, lastHeight, rowHeight, overscan))
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const update = () => {
      const { area, above, height } = scrollAreaOf(element)
      lastHeight = height
      const next = rangeAt(area.scrollTop - above, height, rowHeight, overscan)
      setRange((before) =>
        before.first === next.first && before.length === next.length ? before : next,
      )
    }
    // Rendered within the same frame as the scroll: otherwise rows show up late, blank until then.
    const updateNow = () => flushSync(update)
    const stop = new AbortController()
    const observer = new ResizeObserver(updateNow)
    // Its first report comes after layout: measuring here would force a layout of its own.
    for (const each of [element, element.closest('[data-frame]')]) {
      each?.addEventListener('scroll', updateNow, { passive: true, signal: stop.signal })
      if (each) observer.observe(each)
    }
    return () => {
      stop.abort()
      observer.disconnect()
    }
  }, [scroller, rowHeight, overscan])
  const start = Math.max(0, Math.min(range.first, count - 1))
  return { start, end: Math.min(count, Math.max(range.first, 0) + range.length) }
}

function rangeAt(scrollTop: number, height: number, rowHeight: number | RowAt, overscan: number) {
  const [first, length] =
    typeof rowHeight === 'number'
      ? [Math.floor(scrollTop / rowHeight), Math.ceil(height / rowHeight)]
      : [rowHeight(scrollTop), rowHeight(scrollTop + height) - rowHeight(scrollTop)]
  return { first: first - overscan, length: length + overscan * 2 + 1 }
}
