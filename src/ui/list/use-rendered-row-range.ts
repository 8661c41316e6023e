import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { measureScrollArea } from './scroll-area.ts'

/** Rows drawn beyond each edge of the visible area. */
const defaultOverscan = 4

export type RenderedRowRange = { readonly start: number; readonly end: number }

/** The row at a distance from the top, in px: for rows that are not all of one height. */
export type RowIndexLookup = (y: number) => number

/** What of the rows is on screen: px from the first row, and the height of the list in px. */
type VisibleArea = { readonly top: number; readonly height: number }

/** The rows of a long list to draw, computed from the scroll position: every row is `rowHeight` px high. */
export function useRenderedRowRange(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number | RowIndexLookup,
  overscan = defaultOverscan,
): RenderedRowRange {
  const [visible, setVisible] = useState({ top: 0, height: innerHeight })
  // The row heights are those of this render: rows that have just changed their height are not rendered once more.
  const range = rangeAt(visible, rowHeight, overscan)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const drawsSame = (before: VisibleArea, next: VisibleArea) =>
      isSame(rangeAt(before, rowHeight, overscan), rangeAt(next, rowHeight, overscan))
    const update = () => {
      const { area, above, height } = measureScrollArea(element)
      const next = { top: area.scrollTop - above, height }
      setVisible((before) => (drawsSame(before, next) ? before : next))
    }
    // Rows are rendered within the same frame as the scroll: otherwise they would be blank for a moment.
    const updateNow = () => flushSync(update)
    const stop = new AbortController()
    const observer = new ResizeObserver(updateNow)
    // Its first report comes after layout: measuring here would force a layout of its own.
    for (const each of [element, document])
      each.addEventListener('scroll', updateNow, { passive: true, signal: stop.signal })
    for (const each of [element, document.documentElement]) observer.observe(each)
    return () => {
      stop.abort()
      observer.disconnect()
    }
  }, [scroller, rowHeight, overscan])
  const start = Math.max(0, Math.min(range.first, count - 1))
  return { start, end: Math.max(0, Math.min(range.first + range.length, count)) }
}

type Range = { first: number; length: number }

function rangeAt(
  { top, height }: VisibleArea,
  rowHeight: number | RowIndexLookup,
  overscan: number,
): Range {
  const [first, length] =
    typeof rowHeight === 'number'
      ? [Math.floor(top / rowHeight), Math.ceil(height / rowHeight)]
      : [rowHeight(top), rowHeight(top + height) - rowHeight(top)]
  return { first: first - overscan, length: length + overscan * 2 + 1 }
}

const isSame = (one: Range, other: Range): boolean =>
  one.first === other.first && one.length === other.length
