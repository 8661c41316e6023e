import {
  type FocusEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { measureScrollArea } from '#src/ui/list/scroll-area.ts'

/** The index of the item that an element is in, -1 outside of items. */
export function itemIndexOfElement(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset['index']) : -1
}

/** The item with the tab stop, and the row indexes in which its index was found. */
type Focus = { rowIndex: number; index: number; rowIndexes: Uint32Array }

/** Where focus goes when rows are removed, added or sorted: with its row, else to the next that is left, else to the one before. */
function focusAfterChange(
  { rowIndex, index, rowIndexes: before }: Focus,
  rowIndexes: Uint32Array,
): Focus {
  if (rowIndex < 0) return { rowIndex, index: 0, rowIndexes }
  const found = rowIndexes.indexOf(rowIndex)
  if (found >= 0) return { rowIndex, index: found, rowIndexes }
  // A set of 100,000 row indexes would take ten times as long to make.
  const isLeft = new Uint8Array(rowIndexes.reduce((one, other) => Math.max(one, other), 0) + 1)
  for (const each of rowIndexes) isLeft[each] = 1
  const start = Math.min(index, before.length - 1)
  const nearest = (step: 1 | -1) => {
    for (let i = start; i >= 0 && i < before.length; i += step) {
      const other = before[i] as number
      if (isLeft[other]) return other
    }
    return -1
  }
  const next = nearest(1)
  const neighbour = next >= 0 ? next : nearest(-1)
  return { rowIndex: neighbour, index: Math.max(0, rowIndexes.indexOf(neighbour)), rowIndexes }
}

type FocusableRows = {
  scroller: RefObject<HTMLElement | null>
  rowIndexes: Uint32Array
  rowHeight: number
  /** The distance of an item from the first, in px. */
  topOf: (index: number) => number
  /** From there to the next item below it, in px. */
  spanOf: (index: number) => number
  revealedRowIndex: number | undefined
  /** Whether focus goes to the first row as soon as it is drawn, unless something else has it. */
  takesFocus: boolean
}

/**
 * The one tab stop of a grid. It follows its row: when rows are sorted in around a focused row, the others move on
 * screen and that row does not. The row at `revealedRowIndex` gets it once, as soon as it is in the list.
 */
export function useRowFocus(rows: FocusableRows) {
  const { scroller, rowIndexes, topOf, spanOf, revealedRowIndex, takesFocus } = rows
  const tabStop = useRef<HTMLDivElement>(null)
  const shouldFocus = useRef(false)
  const lastFocused = useLastFocused(scroller)
  const [stored, setFocus] = useState<Focus>({ rowIndex: -1, index: 0, rowIndexes })
  let focus = stored
  if (stored.rowIndexes !== rowIndexes) setFocus((focus = focusAfterChange(stored, rowIndexes)))
  const focusIndex = Math.min(focus.index, rowIndexes.length - 1)

  useKeptOffset(rows, focusIndex, lastFocused)

  // It runs after every render: any of them may have removed the row that had focus, or drawn the one that is to get
  // it.
  useLayoutEffect(() => {
    if (!scroller.current || (!shouldFocus.current && !isRemoved(lastFocused.current))) return
    shouldFocus.current = false
    focusRow()
  })

  const hasEntered = useRef(!takesFocus)
  /** The row that has focus without anybody's doing: until somebody comes to one, focus stays with the first. */
  const entered = useRef<Element | null>(null)
  const focusRow = () => {
    const row = tabStop.current
    if (row && focus.rowIndex < 0) {
      entered.current = row
      hideRing(row)
    }
    // A name is being typed in it.
    if (row?.querySelector('[type=text]:focus')) return
    row?.focus({ preventScroll: true })
  }
  // It runs after every render: the first rows may come with any of them.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (hasEntered.current) {
      if (focus.rowIndex < 0 && (activeElement === entered.current || isRemoved(entered.current)))
        focusRow()
      return
    }
    hasEntered.current = tabStop.current !== null
    if (tabStop.current) hideRing(tabStop.current)
    // With a finger there are no keys to go on with, and the ring would mark a row that nobody chose.
    const isTouched = matchMedia('(pointer: coarse)').matches
    if (!isTouched && activeElement?.matches('body,main')) focusRow()
  })

  const focusOn = (index: number) => {
    const rowIndex = rowIndexes[index]
    if (rowIndex !== undefined) setFocus({ rowIndex, index, rowIndexes })
  }

  const moveTo = (index: number) => {
    const element = scroller.current
    if (!element || rowIndexes[index] === undefined) return
    // Height of what covers rows: panels in the corner, and sticky elements.
    let covered = Number.parseFloat(getComputedStyle(element).scrollPaddingBlockEnd) || 0
    for (const part of element.querySelectorAll<HTMLElement>('[data-sticky]')) {
      covered += part.offsetHeight
    }
    const { area, above, height } = measureScrollArea(element)
    const top = topOf(index) + above
    const bottom = top + spanOf(index) + covered
    if (top < area.scrollTop) area.scrollTop = top
    else if (bottom > area.scrollTop + height) area.scrollTop = Math.min(top, bottom - height)
    shouldFocus.current = true
    focusOn(index)
  }

  const revealed = useRef<number | undefined>(undefined)
  const canReveal = revealedRowIndex !== undefined && rowIndexes.includes(revealedRowIndex)
  useLayoutEffect(() => {
    if (revealedRowIndex === undefined) revealed.current = undefined
    else if (canReveal && revealed.current !== revealedRowIndex) {
      revealed.current = revealedRowIndex
      moveTo(rowIndexes.indexOf(revealedRowIndex))
    }
    // It is revealed once: from then on it has focus, and a focused row keeps its place.
    // eslint-disable-next-line react/exhaustive-deps
  }, [revealedRowIndex, canReveal])

  return {
    tabStop,
    focusIndex,
    focusOn,
    moveTo,
    onFocus: (event: FocusEvent) => {
      const index = itemIndexOfElement(event.target)
      if (index >= 0 && rowIndexes[index] !== focus.rowIndex && event.target !== entered.current)
        focusOn(index)
    },
  }
}

/**
 * Keeps what is read where it is on screen while rows are added, removed or moved around the row that has focus. Keys
 * scroll by themselves.
 */
function useKeptOffset(
  { scroller, rowIndexes, rowHeight, topOf }: FocusableRows,
  focusIndex: number,
  lastFocused: RefObject<Element | null>,
): void {
  const lastIndex = useRef(focusIndex)
  useLayoutEffect(() => {
    const element = scroller.current
    const before = topOf(lastIndex.current)
    const by = topOf(focusIndex) - before
    if (!element || by === 0) return
    const isInRow =
      element.contains(document.activeElement) && itemIndexOfElement(document.activeElement) >= 0
    const { area, above, height } = measureScrollArea(element)
    const offset = before - area.scrollTop + above
    const wasVisible = offset > -rowHeight && offset < height
    if (wasVisible && (isInRow || isRemoved(lastFocused.current))) area.scrollTop += by
    // The effect is for other rows only, not for another focused one.
    // eslint-disable-next-line react/exhaustive-deps
  }, [rowIndexes])
  useLayoutEffect(() => {
    lastIndex.current = focusIndex
  })
}

/** The style sheets draw no ring around a row that gets the focus by itself, until the first key. */
function hideRing(row: HTMLElement): void {
  row.dataset['entered'] = ''
  const show = () => delete row.dataset['entered']
  addEventListener('keydown', show, { capture: true, once: true })
}

/** Whether the element that had focus has been removed, and the focus with it. */
const isRemoved = (last: Element | null): boolean =>
  last !== null && !last.isConnected && document.activeElement === document.body

/**
 * The element that had focus last, if it is in the grid. The listener is on the document, because React drops focus
 * events while it commits, such as that of a closing dialog that gives focus back.
 */
function useLastFocused(scroller: RefObject<HTMLElement | null>): RefObject<Element | null> {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const onFocusIn = ({ target }: Event) => {
      const isInside = target instanceof Element && scroller.current?.contains(target)
      last.current = isInside ? target : null
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [scroller])
  return last
}
