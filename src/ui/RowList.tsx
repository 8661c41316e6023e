import {
  type ComponentType,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import { Checkbox } from './Checkbox.tsx'
import css from './RowList.module.css'
import { RowListHead } from './RowListHead.tsx'
import { useIsPicked } from './use-selection.ts'
import { useWindow } from './use-window.ts'

export type Column = {
  key: string
  label: string
  /** A track of CSS grid. */
  track: string
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
  /** What stands behind the last row. */
  footer?: ReactNode
  openSlot?: number | undefined
  /** The row to go to: scrolled into view and given focus as soon as it is there. */
  revealSlot?: number | undefined
}

const isInner = (target: EventTarget, row: HTMLElement | null) =>
  target instanceof HTMLElement && target !== row && target.closest('button,a,input') !== null

/**
 * The one list for every long list: windowed, one tab stop, selection as in Finder and Explorer. Rows are keyed and
 * selected by slot; the focused row stays drawn when it is scrolled away, so that focus is never lost.
 */
export function RowList<Row>(props: RowListProps<Row>) {
  const { slots, selection, filter, rowHeight, columns, isCards, rowAt } = props
  const scroller = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef(false)
  const hadFocus = useRef(false)
  const anchor = useRef<{ slot: number; key: string } | undefined>(undefined)
  const [focus, setFocus] = useState({ slot: -1, index: 0 })
  const range = useWindow(scroller, slots.length, rowHeight)
  const template = useMemo(
    () => (isCards ? undefined : `36px ${columns.map((column) => column.track).join(' ')}`),
    [columns, isCards],
  )

  const found = useMemo(
    () => (focus.slot < 0 ? -1 : slots.indexOf(focus.slot)),
    [slots, focus.slot],
  )
  // A row that left hands its place to the one that moved up.
  const focusIndex = found >= 0 ? found : Math.min(focus.index, slots.length - 1)

  const indexes: number[] = []
  if (focusIndex >= 0 && focusIndex < range.start) indexes.push(focusIndex)
  for (let index = range.start; index < range.end; index++) indexes.push(index)
  if (focusIndex >= range.end) indexes.push(focusIndex)

  useLayoutEffect(() => {
    const list = scroller.current
    const lost = hadFocus.current && document.activeElement === document.body
    if (!list || (!wantsFocus.current && !lost)) return
    wantsFocus.current = false
    list.querySelector<HTMLElement>(`[data-index="${focusIndex}"]`)?.focus({ preventScroll: true })
  })

  const reveal = (index: number) => {
    const list = scroller.current
    if (!list) return
    const head = isCards ? 0 : (list.querySelector<HTMLElement>('[data-head]')?.offsetHeight ?? 0)
    const top = index * rowHeight
    if (top < list.scrollTop) list.scrollTop = top
    else if (top + rowHeight + head > list.scrollTop + list.clientHeight)
      list.scrollTop = top + rowHeight + head - list.clientHeight
  }

  const moveTo = (index: number) => {
    const slot = slots[index]
    if (slot === undefined) return
    reveal(index)
    wantsFocus.current = true
    setFocus({ slot, index })
  }

  const { revealSlot } = props
  const revealIndex = useMemo(
    () => (revealSlot === undefined ? -1 : slots.indexOf(revealSlot)),
    [slots, revealSlot],
  )
  const revealed = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (revealIndex < 0) return
    // Rows sorted in around it may move it again; once its user has gone elsewhere it is left alone.
    const isHere = focus.slot === revealSlot && scroller.current?.contains(document.activeElement)
    if (revealed.current === revealSlot && !isHere) return
    revealed.current = revealSlot
    moveTo(revealIndex)
    // Only when the row to go to changes or moves.
    // eslint-disable-next-line react/exhaustive-deps
  }, [revealSlot, revealIndex])

  const anchorIndex = (fallback: number): number => {
    const at = anchor.current?.key === props.anchorKey ? slots.indexOf(anchor.current.slot) : -1
    return at < 0 ? fallback : at
  }
  const setAnchor = (index: number) => {
    anchor.current = { slot: slots[index] as number, key: props.anchorKey }
  }
  const pickTo = (index: number, from: number, adds: boolean) => {
    const start = anchorIndex(from)
    if (anchorIndex(-1) < 0) setAnchor(from)
    const picked = slots.subarray(Math.min(start, index), Math.max(start, index) + 1)
    if (adds) selection.set(picked, true, filter)
    else selection.replace(picked)
  }
  const pickOnly = (index: number) => {
    selection.replace(slots.subarray(index, index + 1))
    setAnchor(index)
  }
  const toggle = (index: number) => {
    selection.toggle(slots[index] as number, filter)
    setAnchor(index)
  }

  const indexOf = (target: EventTarget): number => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    return row ? Number(row.dataset['index']) : -1
  }

  const onClick = (event: MouseEvent) => {
    const index = indexOf(event.target)
    const row = index < 0 ? undefined : rowAt(slots[index] as number)
    if (!row) return
    const inCheckbox = event.target instanceof Element && event.target.closest('[data-pick]')
    if (!inCheckbox && isInner(event.target, null)) return
    const before = focusIndex
    setFocus({ slot: slots[index] as number, index })
    const adds = event.ctrlKey || event.metaKey
    if (event.shiftKey) pickTo(index, before, adds)
    else if (inCheckbox || adds) toggle(index)
    else if (isCards) props.onOpen(row)
    else pickOnly(index)
  }

  const onDoubleClick = (event: MouseEvent) => {
    const index = indexOf(event.target)
    const row = index < 0 ? undefined : rowAt(slots[index] as number)
    if (row && !isInner(event.target, null)) props.onOpen(row)
  }

  const stepIn = (row: HTMLElement, by: 1 | -1) => {
    const inner = [...row.querySelectorAll<HTMLElement>('input,button,a')]
    const at = inner.indexOf(document.activeElement as HTMLElement)
    const next = at + by
    if (next < 0) row.focus()
    else inner[Math.min(next, inner.length - 1)]?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const index = indexOf(event.target)
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
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        hadFocus.current = true
        const index = indexOf(event.target)
        if (index >= 0 && slots[index] !== focus.slot)
          setFocus({ slot: slots[index] as number, index })
      }}
      onBlur={(event) => {
        // A row that is taken away blurs without naming where focus goes; it is put back after rendering.
        hadFocus.current = event.relatedTarget === null && !event.target.isConnected
      }}
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
      <div role="rowgroup" className={css['rows']} style={{ height: slots.length * rowHeight }}>
        {indexes.map((index) => {
          const slot = slots[index] as number
          const row = rowAt(slot)
          return row === undefined ? null : (
            <Item
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

type ItemProps = {
  row: unknown
  name: string
  slot: number
  index: number
  rowHeight: number
  template: string | undefined
  isTabStop: boolean
  isOpen: boolean
  selection: Selection
  filter: string
  cells: ComponentType<{ row: unknown }>
}

const Item = memo(function Item(props: ItemProps) {
  const { index, slot, name, rowHeight, template, cells: Cells } = props
  const { t } = useI18n()
  const isPicked = useIsPicked(props.selection, slot, props.filter)
  return (
    <div
      role="row"
      aria-label={name}
      aria-rowindex={index + 2}
      aria-selected={isPicked}
      aria-current={props.isOpen || undefined}
      className={css['row']}
      data-index={index}
      tabIndex={props.isTabStop ? 0 : -1}
      style={{
        transform: `translateY(${index * rowHeight}px)`,
        height: rowHeight,
        ...(template && { gridTemplateColumns: template }),
      }}
    >
      <div role="gridcell" className={css['pick']} data-pick="">
        <Checkbox
          name={t.common.selectNamed(name)}
          checked={isPicked}
          tabIndex={-1}
          // The list's own click handler picks: it knows about ranges.
          onChange={() => {}}
        />
      </div>
      <Cells row={props.row} />
    </div>
  )
})
