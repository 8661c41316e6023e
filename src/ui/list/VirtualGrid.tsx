import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
} from 'react'
import type { Selection } from '#src/lib/selection.ts'
import { isRtl } from '#src/ui/direction.ts'
import { indexAfterKey } from '#src/ui/list/interactions/grid-steps.ts'
import { useRowFocus } from '#src/ui/list/interactions/use-row-focus.ts'
import {
  type RowInteractions,
  useRowInteractions,
} from '#src/ui/list/interactions/use-row-interactions.ts'
import type { Column, ColumnControls, ShownSort } from './columns.ts'
import { ListHead } from './ListHead.tsx'
import { scrollAreaOf } from './scroll-area.ts'
import { type RowAt, useVisibleRows, type VisibleRows } from './use-visible-rows.ts'
import css from './VirtualGrid.module.css'

/** What a list needs to know in any layout. */
export type GridProps<Row> = RowInteractions<Row> & {
  label: string
  sort: ShownSort
  /** Absent where the order cannot be changed. */
  onSort?: ((by: string) => void) | undefined
  columnControls?: ColumnControls | undefined
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
  onDrawn?: (rows: VisibleRows) => void
}

/** What a layout draws an item from. All values are stable or primitive, so that items can be memoized. */
export type GridItem<Row> = {
  row: Row
  name: string
  rowIndex: number
  index: number
  /** For the element of the one item that is the tab stop. */
  tabStop: RefObject<HTMLDivElement | null>
  isTabStop: boolean
  isOpen: boolean
  selection: Selection
  filterKey: string
}

/** The lines of items beside each other. */
type Lines = {
  lineCount: number
  lineAt: RowAt
  /** The index of the first item of a line. */
  firstOf: (line: number) => number
  /** The distance of an item from the first, in px. */
  topOf: (index: number) => number
  /** From the line of an item to the next, in px. */
  stepOf: (index: number) => number
  /** The item `by` lines below another. */
  byLines: (index: number, by: number) => number
}

type LayoutProps<Row> = {
  scroller: RefObject<HTMLDivElement | null>
  columns: readonly Column[]
  /** `grid-template-columns` of the head. */
  template: string | undefined
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
  /** The row around `lead`, and the height of its group in px where the row does not give it one. */
  pinnedRowElement: ReactNode
  pinnedRowHeight?: number
  className: string | undefined
  style?: CSSProperties | undefined
  renderItem: (item: GridItem<Row>) => ReactNode
}

const ignoreSort = () => {}

/**
 * The one grid under every long list: windowed, one tab stop, selection as in Finder and Explorer. Items are keyed and
 * selected by row index. The focused item stays drawn when it is scrolled away, so that focus is never lost.
 */
export function VirtualGrid<Row>({
  scroller,
  columns,
  template,
  rowHeight,
  lines,
  bodyHeight,
  overscan,
  maxRows = Infinity,
  isReady = true,
  rowsPerPage,
  movesSideways,
  onSideKey,
  pinnedRowElement,
  pinnedRowHeight,
  className,
  style,
  renderItem,
  ...props
}: GridProps<Row> & LayoutProps<Row>) {
  const { rowIndexes, rowsToCome, selection, filterKey, isCards, total } = props
  const focus = useRowFocus({
    scroller,
    rowIndexes,
    rowHeight,
    topOf: lines?.topOf ?? ((index) => index * rowHeight),
    stepOf: lines?.stepOf ?? (() => rowHeight),
    revealedRowIndex: isReady ? props.revealedRowIndex : undefined,
    takesFocus: props.takesFocus ?? false,
  })
  const rowCount = isReady ? (lines?.lineCount ?? rowIndexes.length) : 0
  const visible = useVisibleRows(scroller, rowCount, lines?.lineAt ?? rowHeight, overscan)
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
        rowsPerPage: Math.max(1, rowsPerPage(element ? scrollAreaOf(element).height : 0)),
        stepRight: movesSideways ? (isRtl() ? -1 : 1) : 0,
      })
    },
    ...(onSideKey && { onSideKey }),
  })
  const firstOf = lines?.firstOf ?? ((line) => line)
  const end = Math.min(visible.end, visible.start + maxRows)
  const indexes =
    rowCount > 0 ? drawnIndexes(firstOf(visible.start), firstOf(end), focus.focusIndex) : []
  return (
    // The handlers serve the rows inside, which have focus of their own.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={scroller}
      className={`${css['scroller']} ${className}`}
      role="grid"
      aria-label={props.label}
      aria-multiselectable={!selection.isReadOnly}
      aria-rowcount={total === undefined ? -1 : total + 1}
      data-cards={isCards || undefined}
      style={style}
      {...handlers}
      onFocus={focus.onFocus}
    >
      <ListHead
        columns={columns}
        template={template}
        rowIndexes={rowIndexes}
        rowsToCome={rowsToCome}
        selection={selection}
        filterKey={filterKey}
        isCards={isCards}
        sort={props.sort}
        onSort={props.onSort ?? ignoreSort}
        controls={isCards ? undefined : props.columnControls}
      />
      {props.pinnedRow && (
        <div
          role="rowgroup"
          className={css['lead']}
          data-sticky=""
          {...(pinnedRowHeight !== undefined && { style: { height: pinnedRowHeight } })}
        >
          {pinnedRowElement}
        </div>
      )}
      <div role="rowgroup" className={css['body']} data-body="" style={{ height: bodyHeight }}>
        {indexes.map((index) => {
          const rowIndex = rowIndexes[index] as number
          const row = props.rowAt(rowIndex)
          if (row === undefined) return null
          return renderItem({
            row,
            name: props.nameOf(row),
            rowIndex,
            index,
            tabStop: focus.tabStop,
            isTabStop: index === focus.focusIndex,
            isOpen: rowIndex === props.openRowIndex,
            selection,
            filterKey,
          })
        })}
      </div>
      {props.footer}
    </div>
  )
}

/** From `start` up to `end`, and the focused item in its place before or behind them. */
function drawnIndexes(start: number, end: number, focused: number): number[] {
  const indexes: number[] = []
  if (focused >= 0 && focused < start) indexes.push(focused)
  for (let index = start; index < end; index++) indexes.push(index)
  if (focused >= end) indexes.push(focused)
  return indexes
}
