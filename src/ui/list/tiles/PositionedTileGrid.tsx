import {
  type ComponentType,
  type CSSProperties,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import type { TileLayout, TileSpec } from '#src/lib/geometry/tiles.ts'
import type { Column } from '#src/ui/list/columns.ts'
import { measureScrollArea } from '#src/ui/list/scroll-area.ts'
import type { GridProps } from '#src/ui/list/use-virtual-grid.ts'
import { VirtualGrid } from '#src/ui/list/VirtualGrid.tsx'
import type { Size } from '#src/ui/sizes/use-size.ts'
import { TileListItem } from './TileListItem.tsx'
import css from './TileList.module.css'

export type TileListProps<Row> = GridProps<Row> & {
  sortKeys: readonly { key: string; label: string }[]
  spec: TileSpec
  /** How many of the first items are drawn in one line, above the tiles. */
  compact?: number
  /** What is in a tile beside its checkbox: a picture, and `--caption-height` below it. */
  content: ComponentType<{ row: Row; isCompact: boolean }>
  /** The second cell of a tile. */
  menuCell?: ComponentType<{ row: Row }> | undefined
}

/** The size of a list before it is measured. */
export const unmeasuredListSize: Size = { width: 0, height: 0 }

/**
 * A long list as tiles beside each other. Each tile is a row of the grid, so that screen readers read its position among
 * all and its name before anything else.
 */
export function PositionedTileGrid<Row>({
  sortKeys,
  spec,
  compact = 0,
  content,
  menuCell,
  scroller,
  size,
  layout,
  ...props
}: TileListProps<Row> & {
  scroller: RefObject<HTMLDivElement | null>
  /** Undefined until it is measured. */
  size: Size | undefined
  layout: TileLayout
}) {
  const { lanes, stepY, overscan } = layout

  // The first visible tile stays where it is when more or fewer fit beside each other.
  const lastLayout = useRef(layout)
  useLayoutEffect(() => {
    const before = lastLayout.current
    lastLayout.current = layout
    const element = scroller.current
    if (!element || (before.lanes === lanes && !layout.isUneven)) return
    const { area, above } = measureScrollArea(element)
    const first = before.firstOf(before.lineAt(area.scrollTop - above))
    area.scrollTop += layout.topOf(first) - before.topOf(first)
  }, [scroller, layout, lanes])

  const canSort = props.onSort !== undefined
  const columns = useMemo<Column[]>(
    () => sortKeys.map((head) => ({ ...head, track: 'auto', isSortable: canSort })),
    [sortKeys, canSort],
  )
  return (
    <VirtualGrid
      {...props}
      scroller={scroller}
      columns={columns}
      template={`36px repeat(${columns.length}, auto) 1fr`}
      layout={{
        rowHeight: stepY,
        lines: layout,
        bodyHeight: size ? layout.height : 0,
        overscan,
        maxRows: layout.maxLines,
        isReady: size !== undefined,
        rowsPerPage: (height) => Math.floor(height / stepY),
        movesSideways: true,
      }}
      className={css['scroller']}
      style={{ '--caption-height': `${spec.caption}px` } as CSSProperties}
      pinnedRowElement={{
        height: 0,
        row: (
          <div role="row" className={css['leadRow']} style={{ inlineSize: layout.boxOf(-1).width }}>
            {props.pinnedRow}
          </div>
        ),
      }}
      renderItem={(item) => (
        <TileListItem
          key={item.rowIndex}
          {...item}
          {...layout.boxOf(item.index)}
          isCompact={item.index < compact}
          content={content as ComponentType<{ row: unknown; isCompact: boolean }>}
          menuCell={
            (spec.caption > 0 || item.index < compact ? menuCell : undefined) as
              | ComponentType<{ row: unknown }>
              | undefined
          }
        />
      )}
    />
  )
}
