import type { CSSProperties, ReactNode, RefObject } from 'react'
import type { Column } from './columns.ts'
import { ListHead } from './ListHead.tsx'
import {
  type GridItem,
  type VirtualGridLayout,
  type GridProps,
  useVirtualGrid,
} from './use-virtual-grid.ts'
import css from './VirtualGrid.module.css'

const ignoreSort = () => {}

/**
 * The one grid under every long list: windowed, one tab stop, selection as in Finder and Explorer. Items are keyed and
 * selected by row index. The focused item stays drawn when it is scrolled away, so that focus is never lost.
 */
export function VirtualGrid<Row>({
  scroller,
  columns,
  template,
  layout,
  pinnedRowElement,
  className,
  style,
  renderItem,
  ...props
}: GridProps<Row> & {
  scroller: RefObject<HTMLDivElement | null>
  columns: readonly Column[]
  /** `grid-template-columns` of the head. */
  template: string | undefined
  layout: VirtualGridLayout
  /** The row around `pinnedRow`, and the height of its group in px where the row does not give it one. */
  pinnedRowElement: { row: ReactNode; height?: number }
  className: string | undefined
  style?: CSSProperties | undefined
  renderItem: (item: GridItem<Row>) => ReactNode
}) {
  const { rowIndexes, rowsToCome, selection, filterKey, isCards, total } = props
  const { indexes, tabStop, focusIndex, handlers } = useVirtualGrid(props, layout, scroller)
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
          {...(pinnedRowElement.height !== undefined && {
            style: { height: pinnedRowElement.height },
          })}
        >
          {pinnedRowElement.row}
        </div>
      )}
      <div
        role="rowgroup"
        className={css['body']}
        data-body=""
        style={{ height: layout.bodyHeight }}
      >
        {indexes.map((index) => {
          const rowIndex = rowIndexes[index] as number
          const row = props.rowAt(rowIndex)
          if (row === undefined) return null
          return renderItem({
            row,
            name: props.nameOf(row),
            rowIndex,
            index,
            tabStop,
            isTabStop: index === focusIndex,
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
