import {
  type ComponentType,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useMemo,
  useRef,
} from 'react'
import type { Selection } from '#src/lib/selection.ts'
import { type Box, boxOf } from './place.ts'
import css from './RowList.module.css'
import { RowListHead } from './RowListHead.tsx'
import { RowListItem } from './RowListItem.tsx'
import { rowIndexOf, useRowFocus } from './use-row-focus.ts'
import { useRowPicking } from './use-row-picking.ts'
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

export type RowListProps<Row> = {
  label: string
  columns: readonly Column[]
  sort: Sort
  onSort: (by: string) => void
  /** What is shown, in order. */
  slots: Uint32Array
  /** The slot that the next new row will get. */
  nextSlot: number
  /** All rows there will be; undefined while that is not known. */
  total: number | undefined
  rowAt: (slot: number) => Row | undefined
  nameOf: (row: Row) => string
  /** The cells of one row, as many as there are columns; with cards, one cell. */
  cells: ComponentType<{ row: Row }>
  /** Cards of two lines instead of columns: narrow screens. */
  isCards: boolean
  rowHeight: number
  selection: Selection
  /** Names the filter that is in force. */
  filter: string
  /** Names filter, order and place; the anchor of a range is forgotten when it changes. */
  anchorKey: string
  onOpen: (row: Row) => void
  /** A key on a focused row that the list itself does not use. Returns whether it was used. */
  onRowKey?: (key: string, row: Row) => boolean
  /** A menu is asked for, by the pointer or by a key: where it is to hang. The row is picked by then. */
  onMenu?: (row: Row, at: Box) => void
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

const isInner = (target: EventTarget, row: HTMLElement | null) =>
  target instanceof Element && target !== row && target.closest('button,a,input') !== null

const isMenuKey = (event: KeyboardEvent) =>
  event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')

/** Checkbox and padding of a row, in px. */
const chrome = 76

/**
 * The one list for every long list: windowed, one tab stop, selection as in Finder and Explorer. Rows are keyed and
 * selected by slot; the focused row stays drawn when it is scrolled away, so that focus is never lost.
 */
export function RowList<Row>(props: RowListProps<Row>) {
  const { slots, selection, filter, rowHeight, columns, isCards, rowAt, leastWidth } = props
  const scroller = useRef<HTMLDivElement>(null)
  const focused = useRowFocus({ scroller, slots, rowHeight, revealSlot: props.revealSlot })
  const { focusIndex, focusOn, moveTo } = focused
  const { pickTo, pickOnly, toggle } = useRowPicking({
    slots,
    selection,
    filter,
    anchorKey: props.anchorKey,
  })
  const range = useWindow(scroller, slots.length, rowHeight)
  const template = useMemo(
    () => (isCards ? undefined : `36px ${columns.map((column) => column.track).join(' ')}`),
    [columns, isCards],
  )

  const indexes: number[] = []
  if (focusIndex >= 0 && focusIndex < range.start) indexes.push(focusIndex)
  for (let index = range.start; index < range.end; index++) indexes.push(index)
  if (focusIndex >= range.end) indexes.push(focusIndex)

  /** The row that had focus before the pointer gave it to the one under it. */
  const focusedBefore = useRef(0)

  const onClick = (event: MouseEvent) => {
    const index = rowIndexOf(event.target)
    const row = index < 0 ? undefined : rowAt(slots[index] as number)
    if (!row) return
    const inCheckbox = event.target instanceof Element && event.target.closest('[data-pick]')
    if (!inCheckbox && isInner(event.target, null)) return
    focusOn(index)
    const adds = event.ctrlKey || event.metaKey
    if (event.shiftKey) pickTo(index, Math.max(0, focusedBefore.current), adds)
    else if (inCheckbox || adds) toggle(index)
    else if (isCards) props.onOpen(row)
    else pickOnly(index)
  }

  const onDoubleClick = (event: MouseEvent) => {
    const index = rowIndexOf(event.target)
    const row = index < 0 ? undefined : rowAt(slots[index] as number)
    if (row && !isInner(event.target, null)) props.onOpen(row)
  }

  const openMenu = (index: number, at: Box) => {
    const slot = slots[index]
    const row = slot === undefined ? undefined : rowAt(slot)
    if (!row || slot === undefined) return
    if (!selection.has(slot, filter)) pickOnly(index)
    focusOn(index)
    props.onMenu?.(row, at)
  }

  const onContextMenu = (event: MouseEvent) => {
    const index = rowIndexOf(event.target)
    if (!props.onMenu || index < 0 || isInner(event.target, null)) return
    event.preventDefault()
    const { clientX: x, clientY: y } = event
    openMenu(index, { left: x, right: x, top: y, bottom: y })
  }

  const stepIn = (row: HTMLElement, by: 1 | -1) => {
    const inner = [...row.querySelectorAll<HTMLElement>('input,button,a')]
    const at = inner.indexOf(document.activeElement as HTMLElement)
    const next = at + by
    if (next < 0) row.focus()
    else inner[Math.min(next, inner.length - 1)]?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const index = rowIndexOf(event.target)
    if (index < 0 || event.altKey) return
    const rowElement = (event.target as Element).closest<HTMLElement>('[data-index]')
    const row = rowAt(slots[index] as number)
    if (!row || !rowElement) return
    const command = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const goTo: Partial<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: slots.length - 1,
    }
    const target = goTo[event.key]
    if (target !== undefined) {
      const next = Math.max(0, Math.min(target, slots.length - 1))
      if (event.shiftKey) pickTo(next, index, false)
      else if (!command) pickOnly(next)
      moveTo(next)
    } else if (event.key === 'ArrowRight') stepIn(rowElement, 1)
    else if (event.key === 'ArrowLeft') stepIn(rowElement, -1)
    else if (event.key === ' ' && !isInner(event.target, rowElement)) {
      if (event.shiftKey) pickTo(index, index, true)
      else toggle(index)
    } else if (event.key === 'Enter' && !isInner(event.target, rowElement)) props.onOpen(row)
    else if (command && event.key.toLowerCase() === 'a')
      selection.selectAll(slots, filter, props.nextSlot)
    else if (props.onMenu && isMenuKey(event)) openMenu(index, boxOf(rowElement))
    else if (command || !props.onRowKey?.(event.key, row)) return
    event.preventDefault()
    event.stopPropagation()
  }

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
      onMouseDown={() => {
        focusedBefore.current = focusIndex
      }}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onContextMenu={onContextMenu}
      onKeyDown={onKeyDown}
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
