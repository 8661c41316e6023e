import type { CSSProperties, ReactNode, RefObject } from 'react'
import type { Selection } from '#src/lib/selection.ts'
import { indexAfterKey } from '#src/ui/list/interactions/grid-steps.ts'
import { useRowFocus } from '#src/ui/list/interactions/use-row-focus.ts'
import {
  type RowInteractions,
  useRowInteractions,
} from '#src/ui/list/interactions/use-row-interactions.ts'
import type { Column, Sort } from './columns.ts'
import { ListHead } from './ListHead.tsx'
import { scrollAreaOf } from './scroll-area.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import css from './VirtualGrid.module.css'

/** What a list needs to know in any layout. */
export type GridProps<Row> = RowInteractions<Row> & {
  label: string
  sort: Sort
  /** Absent where the order cannot be changed. */
  onSort?: ((by: string) => void) | undefined
  /** The number of rows there will be; undefined while it is unknown. */
  total: number | undefined
  /** The cells of a row above the first that is not an item yet. */
  lead?: ReactNode
  /** Shown behind the last row. */
  footer?: ReactNode
  openSlot?: number | undefined
  /** Whether entering the page focuses the first row, unless something else has focus. */
  takesFocus?: boolean
  /** The row to go to: scrolled into view and focused as soon as it is in the list. */
  revealSlot?: number | undefined
}

/** What a layout draws an item from. All values are stable or primitive, so that items can be memoized. */
export type GridItem<Row> = {
  row: Row
  name: string
  slot: number
  index: number
  isTabStop: boolean
  isOpen: boolean
  selection: Selection
  filter: string
}

type LayoutProps<Row> = {
  scroller: RefObject<HTMLDivElement | null>
  columns: readonly Column[]
  /** `grid-template-columns` of the head. */
  template: string | undefined
  /** Items beside each other. */
  lanes?: number
  /** From one row to the next, in px. */
  rowHeight: number
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
  leadRow: ReactNode
  leadHeight?: number
  className: string | undefined
  style?: CSSProperties | undefined
  renderItem: (item: GridItem<Row>) => ReactNode
}

const ignoreSort = () => {}

/**
 * The one grid under every long list: windowed, one tab stop, selection as in Finder and Explorer. Items are keyed and
 * selected by slot. The focused item stays drawn when it is scrolled away, so that focus is never lost.
 */
export function VirtualGrid<Row>({
  scroller,
  columns,
  template,
  lanes = 1,
  rowHeight,
  bodyHeight,
  overscan,
  maxRows = Infinity,
  isReady = true,
  rowsPerPage,
  movesSideways,
  onSideKey,
  leadRow,
  leadHeight,
  className,
  style,
  renderItem,
  ...props
}: GridProps<Row> & LayoutProps<Row>) {
  const { slots, nextSlot, selection, filter, isCards, total } = props
  const focus = useRowFocus({
    scroller,
    slots,
    rowHeight,
    lanes,
    revealSlot: isReady ? props.revealSlot : undefined,
    takesFocus: props.takesFocus ?? false,
  })
  const rowCount = isReady ? Math.ceil(slots.length / lanes) : 0
  const visible = useVisibleRows(scroller, rowCount, rowHeight, overscan)
  const handlers = useRowInteractions(props, {
    ...focus,
    scroller,
    stepTo: (key, index) => {
      const element = scroller.current
      const isRtl = movesSideways && element && getComputedStyle(element).direction === 'rtl'
      return indexAfterKey(key, index, {
        count: slots.length,
        lanes,
        rowsPerPage: Math.max(1, rowsPerPage(element ? scrollAreaOf(element).height : 0)),
        stepRight: movesSideways ? (isRtl ? -1 : 1) : 0,
      })
    },
    ...(onSideKey && { onSideKey }),
  })
  const end = Math.min(visible.end, visible.start + maxRows) * lanes
  const indexes =
    rowCount > 0
      ? drawnIndexes(visible.start * lanes, Math.min(end, slots.length), focus.focusIndex)
      : []
  return (
    // The handlers serve the rows inside, which have focus of their own.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={scroller}
      className={`${css['scroller']} ${className}`}
      role="grid"
      aria-label={props.label}
      aria-multiselectable="true"
      aria-rowcount={total === undefined ? -1 : total + 1}
      data-cards={isCards || undefined}
      style={style}
      {...handlers}
      onFocus={focus.onFocus}
    >
      <ListHead
        {...{ columns, template, slots, nextSlot, selection, filter, isCards }}
        sort={props.sort}
        onSort={props.onSort ?? ignoreSort}
      />
      {props.lead && (
        <div
          role="rowgroup"
          className={css['lead']}
          data-sticky=""
          {...(leadHeight !== undefined && { style: { height: leadHeight } })}
        >
          {leadRow}
        </div>
      )}
      <div role="rowgroup" className={css['body']} data-body="" style={{ height: bodyHeight }}>
        {indexes.map((index) => {
          const slot = slots[index] as number
          const row = props.rowAt(slot)
          if (row === undefined) return null
          return renderItem({
            row,
            name: props.nameOf(row),
            slot,
            index,
            isTabStop: index === focus.focusIndex,
            isOpen: slot === props.openSlot,
            selection,
            filter,
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
