import { type ComponentType, type CSSProperties, useLayoutEffect, useMemo, useRef } from 'react'
import { layOutTiles, type TileSpec } from '#src/lib/geometry/tiles.ts'
import { useSize } from '#src/ui/use-size.ts'
import type { Column } from './columns.ts'
import { TileListItem } from './TileListItem.tsx'
import { type GridProps, VirtualGrid } from './VirtualGrid.tsx'
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

const unmeasured = { width: 0, height: 0 }

/**
 * A long list as tiles beside each other. Each tile is a row of the grid, so that screen readers read its position among
 * all and its name before anything else.
 */
export function TileList<Row>({
  sortKeys,
  spec,
  compact = 0,
  content,
  menuCell,
  ...props
}: TileListProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const size = useSize(scroller)
  const count = props.slots.length
  const lead = Number(!!props.lead)
  const layout = useMemo(
    () => layOutTiles(spec, size ?? unmeasured, { count, compact, lead }),
    [spec, size, count, compact, lead],
  )
  const { lanes, stepY, overscan } = layout

  // The first visible tile stays at the top when more or fewer fit beside each other.
  const lastLayout = useRef(layout)
  useLayoutEffect(() => {
    const before = lastLayout.current
    lastLayout.current = layout
    const element = scroller.current
    if (!element || before.lanes === lanes) return
    element.scrollTop = layout.topOf(before.firstOf(before.lineAt(element.scrollTop)))
  }, [layout, lanes])

  const canSort = props.onSort !== undefined
  const columns = useMemo<Column[]>(
    () => sortKeys.map((head) => ({ ...head, track: 'auto', isSortable: canSort })),
    [sortKeys, canSort],
  )
  return (
    <VirtualGrid
      {...props}
      {...{ scroller, columns, overscan }}
      template={`36px repeat(${columns.length}, auto) 1fr`}
      lines={layout}
      rowHeight={stepY}
      bodyHeight={size ? layout.height : 0}
      isReady={size !== undefined}
      // The visible rows were measured for the tiles before when these have just become larger or smaller.
      maxRows={Math.ceil((size?.height ?? 0) / (compact ? 60 : stepY)) + 2 * overscan + 1}
      rowsPerPage={(height) => Math.floor(height / stepY)}
      movesSideways
      className={css['scroller']}
      style={{ '--caption-height': `${spec.caption}px` } as CSSProperties}
      leadHeight={0}
      leadRow={
        <div role="row" className={css['leadRow']} style={{ inlineSize: layout.boxOf(-1).width }}>
          {props.lead}
        </div>
      }
      renderItem={(item) => (
        <TileListItem
          key={item.slot}
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
