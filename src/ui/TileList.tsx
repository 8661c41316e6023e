import {
  type ComponentType,
  type CSSProperties,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { layTiles, type TileWish } from '#src/lib/tiles.ts'
import type { Column, Sort } from './RowList.tsx'
import { RowListHead } from './RowListHead.tsx'
import css from './TileList.module.css'
import { useFocusToList } from './focus.ts'
import { TileListItem } from './TileListItem.tsx'
import { useRowFocus } from './use-row-focus.ts'
import { type RowHands, useRowHands } from './use-row-hands.ts'
import { useSize } from './use-size.ts'
import { useWindow } from './use-window.ts'

export type TileListProps<Row> = RowHands<Row> & {
  label: string
  /** What one can sort by. */
  sortKeys: readonly { key: string; label: string }[]
  sort: Sort
  /** Absent where the order is not to be changed here. */
  onSort?: ((by: string) => void) | undefined
  /** All rows there will be; undefined while that is not known. */
  total: number | undefined
  nameOf: (row: Row) => string
  wish: TileWish
  /** What is in a tile beside its checkbox; it fills `--picture` and what is left under it. */
  face: ComponentType<{ row: Row }>
  /** The second cell of a tile. */
  aside?: ComponentType<{ row: Row }> | undefined
  /** The cells of a row that is not one yet, above the first. */
  lead?: ReactNode
  /** What stands behind the last row. */
  footer?: ReactNode
  openSlot?: number | undefined
  /** The row to go to: scrolled into view and given focus as soon as it is there. */
  revealSlot?: number | undefined
}

const nowhere = { width: 0, height: 0 }
const noSort = () => {}

/**
 * A long list as tiles beside each other: windowed, one tab stop, gone through in two directions, selection as in every
 * list. Each tile is a row of the grid, so that it says its place among all and its name before anything else.
 */
export function TileList<Row>(props: TileListProps<Row>) {
  const { slots, selection, filter, rowAt, wish } = props
  const scroller = useRef<HTMLDivElement>(null)
  useFocusToList(scroller)
  const size = useSize(scroller)
  const grid = useMemo(() => layTiles(wish, size ?? nowhere), [wish, size])
  const { lanes, stepX, stepY } = grid
  const count = size ? Math.ceil(slots.length / lanes) : 0
  const focused = useRowFocus({
    scroller,
    slots,
    rowHeight: stepY,
    lanes,
    // There is nowhere to go before it is known how tiles lie.
    revealSlot: size && props.revealSlot,
  })
  const { focusIndex, focusOn, moveTo } = focused
  const range = useWindow(scroller, count, stepY, grid.overscan)

  // What was at the top stays there when more or fewer tiles fit beside each other.
  const drawn = useRef(grid)
  useLayoutEffect(() => {
    const before = drawn.current
    drawn.current = grid
    const list = scroller.current
    if (!list || before.lanes === lanes) return
    const first = Math.floor(list.scrollTop / before.stepY) * before.lanes
    list.scrollTop = Math.floor(first / lanes) * stepY
  }, [grid, lanes, stepY])

  const hands = useRowHands(props, {
    focusIndex,
    focusOn,
    moveTo,
    stepTo: (key, index) => {
      const last = slots.length - 1
      const rows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / stepY))
      const ahead = getComputedStyle(scroller.current ?? document.body).direction === 'rtl' ? -1 : 1
      /** Straight up or down; the last row may be shorter. */
      const byRows = (by: number) => {
        const lane = index % lanes
        const row = Math.floor(index / lanes) + by
        const lastRow = Math.floor(last / lanes)
        return Math.min(Math.max(0, Math.min(row, lastRow)) * lanes + lane, last)
      }
      const goTo: Partial<Record<string, () => number>> = {
        ArrowRight: () => index + ahead,
        ArrowLeft: () => index - ahead,
        ArrowDown: () => byRows(1),
        ArrowUp: () => byRows(-1),
        PageDown: () => byRows(rows),
        PageUp: () => byRows(-rows),
        Home: () => 0,
        End: () => last,
      }
      return goTo[key]?.()
    },
  })

  const canSort = props.onSort !== undefined
  const heads = useMemo<Column[]>(
    () => props.sortKeys.map((head) => ({ ...head, track: 'auto', isSortable: canSort })),
    [props.sortKeys, canSort],
  )
  const template = `36px repeat(${heads.length}, auto) 1fr`

  const first = range.start * lanes
  // What is seen was measured for other tiles when these have just become larger or smaller.
  const rows = Math.ceil((size?.height ?? 0) / stepY) + 2 * grid.overscan + 1
  const end = Math.min(Math.min(range.end, range.start + rows) * lanes, slots.length)
  const indexes: number[] = []
  if (count > 0) {
    if (focusIndex >= 0 && focusIndex < first) indexes.push(focusIndex)
    for (let index = first; index < end; index++) indexes.push(index)
    if (focusIndex >= end) indexes.push(focusIndex)
  }
  return (
    // The handlers serve the tiles inside, which have focus of their own.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={scroller}
      className={css['scroller']}
      role="grid"
      aria-label={props.label}
      aria-multiselectable="true"
      aria-rowcount={props.total === undefined ? -1 : props.total + 1}
      data-cards={props.isCards || undefined}
      style={
        {
          '--picture': `${grid.pictureHeight}px`,
          '--caption': `${wish.caption}px`,
        } as CSSProperties
      }
      {...hands}
      onFocus={focused.onFocus}
    >
      <RowListHead
        columns={heads}
        template={template}
        sort={props.sort}
        onSort={props.onSort ?? noSort}
        slots={slots}
        nextSlot={props.nextSlot}
        selection={selection}
        filter={filter}
        isCards={props.isCards}
      />
      {props.lead && (
        <div role="rowgroup" className={css['lead']} data-sticky="">
          <div role="row" className={css['leadRow']}>
            {props.lead}
          </div>
        </div>
      )}
      <div
        role="rowgroup"
        className={css['tiles']}
        style={{ height: count === 0 ? 0 : count * stepY - wish.gap + 2 * wish.edge }}
      >
        {indexes.map((index) => {
          const slot = slots[index] as number
          const row = rowAt(slot)
          return row === undefined ? null : (
            <TileListItem
              key={slot}
              row={row}
              name={props.nameOf(row)}
              slot={slot}
              index={index}
              left={wish.edge + (index % lanes) * stepX}
              top={wish.edge + Math.floor(index / lanes) * stepY}
              width={grid.tileWidth}
              height={grid.tileHeight}
              isTabStop={index === focusIndex}
              isOpen={slot === props.openSlot}
              selection={selection}
              filter={filter}
              face={props.face as ComponentType<{ row: unknown }>}
              aside={props.aside as ComponentType<{ row: unknown }> | undefined}
            />
          )
        })}
      </div>
      {props.footer}
    </div>
  )
}
