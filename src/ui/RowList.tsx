import { type ComponentType, type CSSProperties, type ReactNode, useMemo, useRef } from 'react'
import css from './RowList.module.css'
import { RowListHead } from './RowListHead.tsx'
import { RowListItem } from './RowListItem.tsx'
import { useRowFocus } from './use-row-focus.ts'
import { type RowHands, useRowHands } from './use-row-hands.ts'
import { useFocusToList } from './focus.ts'
import { useWindow } from './use-window.ts'

export type Column = {
  key: string
  label: string
  /** A track of CSS grid. */
  track: string
  /** Its label is for those who cannot see that it needs none. */
  isLabelHidden?: boolean
  isNumeric?: boolean
  isSortable?: boolean
}

export type Sort = { by: string; direction: 'asc' | 'desc' }

export type RowListProps<Row> = RowHands<Row> & {
  label: string
  columns: readonly Column[]
  sort: Sort
  onSort: (by: string) => void
  /** All rows there will be; undefined while that is not known. */
  total: number | undefined
  nameOf: (row: Row) => string
  /** The cells of one row, as many as there are columns; with cards, one cell. */
  cells: ComponentType<{ row: Row }>
  rowHeight: number
  /** The cells of a row that is not one yet, above the first. */
  lead?: ReactNode
  /** What stands behind the last row. */
  footer?: ReactNode
  /** CSS pixels that the columns need; a narrower list scrolls sideways. */
  leastWidth?: number
  openSlot?: number | undefined
  /** The row to go to: scrolled into view and given focus as soon as it is there. */
  revealSlot?: number | undefined
}

/** Checkbox and padding of a row, in px. */
const chrome = 76

/**
 * The one list for every long list: windowed, one tab stop, selection as in Finder and Explorer. Rows are keyed and
 * selected by slot; the focused row stays drawn when it is scrolled away, so that focus is never lost.
 */
export function RowList<Row>(props: RowListProps<Row>) {
  const { slots, selection, filter, rowHeight, columns, isCards, rowAt, leastWidth } = props
  const scroller = useRef<HTMLDivElement>(null)
  useFocusToList(scroller)
  const focused = useRowFocus({ scroller, slots, rowHeight, revealSlot: props.revealSlot })
  const { focusIndex, focusOn, moveTo } = focused
  const range = useWindow(scroller, slots.length, rowHeight)
  const template = useMemo(
    () => (isCards ? undefined : `36px ${columns.map((column) => column.track).join(' ')}`),
    [columns, isCards],
  )

  const indexes: number[] = []
  if (focusIndex >= 0 && focusIndex < range.start) indexes.push(focusIndex)
  for (let index = range.start; index < range.end; index++) indexes.push(index)
  if (focusIndex >= range.end) indexes.push(focusIndex)

  const hands = useRowHands(props, {
    focusIndex,
    focusOn,
    moveTo,
    stepTo: (key, index) => {
      const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
      const goTo: Partial<Record<string, number>> = {
        ArrowDown: index + 1,
        ArrowUp: index - 1,
        PageDown: index + page,
        PageUp: index - page,
        Home: 0,
        End: slots.length - 1,
      }
      return goTo[key]
    },
    onSideKey: (key, row) => {
      if (key !== 'ArrowRight' && key !== 'ArrowLeft') return false
      const inner = [...row.querySelectorAll<HTMLElement>('input,button,a')]
      const at = inner.indexOf(document.activeElement as HTMLElement)
      const next = at + (key === 'ArrowRight' ? 1 : -1)
      if (next < 0) row.focus()
      else inner[Math.min(next, inner.length - 1)]?.focus()
      return true
    },
  })

  return (
    // The handlers serve the rows inside, which have focus of their own.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={scroller}
      className={css['scroller']}
      role="grid"
      aria-label={props.label}
      aria-multiselectable="true"
      aria-rowcount={props.total === undefined ? -1 : props.total + 1}
      data-cards={isCards || undefined}
      {...hands}
      onFocus={focused.onFocus}
      {...(leastWidth &&
        !isCards && {
          style: { '--least': `${leastWidth + chrome}px` } as CSSProperties,
        })}
    >
      <RowListHead
        columns={columns}
        template={template}
        sort={props.sort}
        onSort={props.onSort}
        slots={slots}
        nextSlot={props.nextSlot}
        selection={selection}
        filter={filter}
        isCards={isCards}
      />
      {props.lead && (
        <div role="rowgroup" className={css['lead']} data-sticky="" style={{ height: rowHeight }}>
          <div
            role="row"
            className={css['row']}
            style={{ height: rowHeight, ...(template && { gridTemplateColumns: template }) }}
          >
            {props.lead}
          </div>
        </div>
      )}
      <div role="rowgroup" className={css['rows']} style={{ height: slots.length * rowHeight }}>
        {indexes.map((index) => {
          const slot = slots[index] as number
          const row = rowAt(slot)
          return row === undefined ? null : (
            <RowListItem
              key={slot}
              row={row}
              name={props.nameOf(row)}
              slot={slot}
              index={index}
              rowHeight={rowHeight}
              template={template}
              isTabStop={index === focusIndex}
              isOpen={slot === props.openSlot}
              selection={selection}
              filter={filter}
              cells={props.cells as ComponentType<{ row: unknown }>}
            />
          )
        })}
      </div>
      {props.footer}
    </div>
  )
}
