import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react'
import type { GridSelection } from '#src/lib/selection.ts'
import { isRtl } from '#src/ui/direction.ts'
import { indexAfterKey } from '#src/ui/list/interactions/grid-steps.ts'
import { useRowFocus } from '#src/ui/list/interactions/use-row-focus.ts'
import {
  type RowInteractionOptions,
  useRowInteractions,
} from '#src/ui/list/interactions/use-row-interactions.ts'
import type { ColumnHeadControls, ShownSort } from './columns.ts'
import { measureScrollArea } from './scroll-area.ts'
import {
  type RowIndexLookup,
  useRenderedRowRange,
  type RenderedRowRange,
} from './use-rendered-row-range.ts'

/** What a list needs to know in any layout. */
export type GridProps<Row> = RowInteractionOptions<Row> & {
  label: string
  sort: ShownSort
  /** Absent where the order cannot be changed. */
  onSort?: ((by: string) => void) | undefined
  columnControls?: ColumnHeadControls | undefined
  /** The number of rows there will be; undefined while it is unknown. */
  total: number | undefined
  /** The cells of a row above the first that is not an item yet. */
  pinnedRow?: ReactNode
  /** Shown behind the last row. */
  footer?: ReactNode
  openRowIndex?: number | undefined
  /** Whether entering the page focuses the first row, unless something else has focus. */
  takesFocus?: boolean
  /** The row to go to: scrolled into view and focused as soon as it is in the list. */
  revealedRowIndex?: number | undefined
  /** Is told which rows are drawn, by their indexes. */
  onDrawn?: (rows: RenderedRowRange) => void
}

/** What a layout draws an item from. All values are stable or primitive, so that items can be memoized. */
export type GridItem<Row> = {
  row: Row
  name: string
  rowIndex: number
  index: number
  /** The ref for the element of the one item that is the tab stop. */
  tabStop: RefObject<HTMLDivElement | null>
  isTabStop: boolean
  isOpen: boolean
  selection: GridSelection
  filterKey: string
}

type Lines = {
  lineCount: number
  lineAt: RowIndexLookup
  firstOf: (line: number) => number
  /** The distance of an item from the first, in px. */
  topOf: (index: number) => number
  /** From there to the next line, in px. */
  spanOf: (index: number) => number
  /** The item `by` lines below another. */
  byLines: (index: number, by: number) => number
}

/** Where the items of a grid are, and how keys move among them. */
export type VirtualGridLayout = {
  /** From one line to the next, in px; about that with `lines`. */
  rowHeight: number
  /** Where items are; without it, one below the other. */
  lines?: Lines
  /** Height of all rows, in px. */
  bodyHeight: number
  /** Rows drawn beyond each edge. */
  overscan?: number
  maxRows?: number
  /** False until the layout has been measured: nothing is drawn before. */
  isReady?: boolean
  rowsPerPage: (height: number) => number
  /** Whether the left and right arrows move from item to item. */
  movesSideways: boolean
  onSideKey?: (key: string, row: HTMLElement) => boolean
}

/** Which items of a grid are drawn, which one has the tab stop, and how pointer and keys move and select. */
export function useVirtualGrid<Row>(
  props: GridProps<Row>,
  {
    rowHeight,
    lines,
    overscan,
    maxRows = Infinity,
    isReady = true,
    rowsPerPage,
    movesSideways,
    onSideKey,
  }: VirtualGridLayout,
  scroller: RefObject<HTMLElement | null>,
) {
  const { rowIndexes } = props
  const focus = useRowFocus({
    scroller,
    rowIndexes,
    rowHeight,
    topOf: lines?.topOf ?? ((index) => index * rowHeight),
    spanOf: lines?.spanOf ?? (() => rowHeight),
    revealedRowIndex: isReady ? props.revealedRowIndex : undefined,
    takesFocus: props.takesFocus ?? false,
  })
  const rowCount = isReady ? (lines?.lineCount ?? rowIndexes.length) : 0
  const visible = useRenderedRowRange(scroller, rowCount, lines?.lineAt ?? rowHeight, overscan)
  const reportDrawn = useEffectEvent(() => props.onDrawn?.(visible))
  useEffect(() => reportDrawn(), [visible.start, visible.end, rowIndexes])
  const handlers = useRowInteractions(props, {
    ...focus,
    scroller,
    stepTo: (key, index) => {
      const element = scroller.current
      return indexAfterKey(key, index, {
        count: rowIndexes.length,
        byLines: lines?.byLines ?? ((from, by) => from + by),
        rowsPerPage: Math.max(1, rowsPerPage(element ? measureScrollArea(element).height : 0)),
        stepRight: movesSideways ? (isRtl() ? -1 : 1) : 0,
      })
    },
    ...(onSideKey && { onSideKey }),
  })
  const firstOf = lines?.firstOf ?? ((line) => line)
  const end = Math.min(visible.end, visible.start + maxRows)
  const indexes =
    rowCount > 0 ? drawnIndexes(firstOf(visible.start), firstOf(end), focus.focusIndex) : []
  return {
    indexes,
    tabStop: focus.tabStop,
    focusIndex: focus.focusIndex,
    handlers: { ...handlers, onFocus: focus.onFocus },
  }
}

/** From `start` up to `end`, and the focused item in its place before or behind them. */
function drawnIndexes(start: number, end: number, focused: number): number[] {
  const indexes: number[] = []
  if (focused >= 0 && focused < start) indexes.push(focused)
  for (let index = start; index < end; index++) indexes.push(index)
  if (focused >= end) indexes.push(focused)
  return indexes
}
