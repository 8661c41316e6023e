import {
  type ComponentType,
  type CSSProperties,
  memo,
  type RefObject,
  useMemo,
  useRef,
} from 'react'
import { toLeftToRightKey } from '#src/ui/direction.ts'
import type { Column } from './columns.ts'
import { useGridRow } from './interactions/use-grid-row.tsx'
import type { GridItem, GridProps } from './use-virtual-grid.ts'
import { VirtualGrid } from './VirtualGrid.tsx'
import css from './RowList.module.css'

export type RowListProps<Row> = GridProps<Row> & {
  columns: readonly Column[]
  /** The cells of one row, as many as there are columns; with cards, one cell. */
  cells: ComponentType<{ row: Row }>
  rowHeight: number
  /** CSS pixels that the columns need; a narrower list scrolls sideways. */
  minColumnsWidth?: number
  /** Set to the element that scrolls. */
  scrollerRef?: RefObject<HTMLDivElement | null>
}

/** Checkbox and padding of a row, in px. */
export const rowChromeWidth = 76

/** The left and right arrows move through the controls inside a row. */
function moveInsideRow(pressed: string, row: HTMLElement): boolean {
  const key = toLeftToRightKey(pressed)
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return false
  const controls = [...row.querySelectorAll<HTMLElement>('input,button,a')]
  const current = controls.indexOf(document.activeElement as HTMLElement)
  const next = current + (key === 'ArrowRight' ? 1 : -1)
  if (next < 0) row.focus()
  else controls[Math.min(next, controls.length - 1)]?.focus()
  return true
}

/** A long list as a table with one line per row, or as cards of two lines. */
export function RowList<Row>({
  columns,
  cells,
  rowHeight,
  minColumnsWidth,
  scrollerRef,
  ...props
}: RowListProps<Row>) {
  const ownRef = useRef<HTMLDivElement>(null)
  const scroller = scrollerRef ?? ownRef
  const { isCards, rowIndexes } = props
  const template = useMemo(
    () => (isCards ? undefined : `36px ${columns.map((column) => column.track).join(' ')}`),
    [columns, isCards],
  )
  const style =
    minColumnsWidth && !isCards
      ? ({ '--list-min-width': `${minColumnsWidth + rowChromeWidth}px` } as CSSProperties)
      : undefined
  return (
    <VirtualGrid
      {...props}
      scroller={scroller}
      columns={columns}
      template={template}
      layout={{
        rowHeight,
        bodyHeight: rowIndexes.length * rowHeight,
        // The head covers one row.
        rowsPerPage: (height) => Math.floor(height / rowHeight) - 1,
        movesSideways: false,
        onSideKey: moveInsideRow,
      }}
      className={css['scroller']}
      style={style}
      pinnedRowElement={{
        height: rowHeight,
        row: (
          <div
            role="row"
            className={css['row']}
            style={{ height: rowHeight, ...(template && { gridTemplateColumns: template }) }}
          >
            {props.pinnedRow}
          </div>
        ),
      }}
      renderItem={(item) => (
        <RowListItem
          key={item.rowIndex}
          {...item}
          rowHeight={rowHeight}
          template={template}
          cells={cells as ComponentType<{ row: unknown }>}
        />
      )}
    />
  )
}

type ItemProps = GridItem<unknown> & {
  rowHeight: number
  template: string | undefined
  cells: ComponentType<{ row: unknown }>
}

/** It renders only when something of its own changes. */
const RowListItem = memo(function RowListItem(props: ItemProps) {
  const { index, rowHeight, template, cells: Cells } = props
  const { attributes, checkbox } = useGridRow(props)
  return (
    <div
      {...attributes}
      className={css['row']}
      style={{
        insetBlockStart: index * rowHeight,
        height: rowHeight,
        ...(template && { gridTemplateColumns: template }),
      }}
    >
      <div role="gridcell" className={css['checkbox']} data-checkbox="">
        {checkbox}
      </div>
      <Cells row={props.row} />
    </div>
  )
})
