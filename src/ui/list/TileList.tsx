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
  /** What is in a tile beside its checkbox; it fills `--picture-height` and `--caption-height` below it. */
  content: ComponentType<{ row: Row }>
  /** The second cell of a tile. */
  menuCell?: ComponentType<{ row: Row }> | undefined
}

const unmeasured = { width: 0, height: 0 }

/**
 * A long list as tiles beside each other. Each tile is a row of the grid, so that screen readers read its position among
 * all and its name before anything else.
 */
export function TileList<Row>({ sortKeys, spec, content, menuCell, ...props }: TileListProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const size = useSize(scroller)
  const layout = useMemo(() => layOutTiles(spec, size ?? unmeasured), [spec, size])
  const { lanes, stepX, stepY, overscan } = layout

  // The first visible tile stays at the top when more or fewer fit beside each other.
  const lastLayout = useRef(layout)
  useLayoutEffect(() => {
    const before = lastLayout.current
    lastLayout.current = layout
    const element = scroller.current
    if (!element || before.lanes === lanes) return
    const first = Math.floor(element.scrollTop / before.stepY) * before.lanes
    element.scrollTop = Math.floor(first / lanes) * stepY
  }, [layout, lanes, stepY])

  const rowCount = size ? Math.ceil(props.slots.length / lanes) : 0
  const canSort = props.onSort !== undefined
  const columns = useMemo<Column[]>(
    () => sortKeys.map((head) => ({ ...head, track: 'auto', isSortable: canSort })),
    [sortKeys, canSort],
  )
  return (
    <VirtualGrid
      {...props}
      {...{ scroller, columns, lanes, overscan }}
      template={`36px repeat(${columns.length}, auto) 1fr`}
      rowHeight={stepY}
      bodyHeight={rowCount === 0 ? 0 : rowCount * stepY - spec.gap + 2 * spec.edge}
      isReady={size !== undefined}
      // The visible rows were measured for the tiles before when these have just become larger or smaller.
      maxRows={Math.ceil((size?.height ?? 0) / stepY) + 2 * overscan + 1}
      rowsPerPage={(height) => Math.floor(height / stepY)}
      movesSideways
      className={css['scroller']}
      style={
        {
          '--picture-height': `${layout.pictureHeight}px`,
          '--caption-height': `${spec.caption}px`,
        } as CSSProperties
      }
      leadRow={
        <div role="row" className={css['leadRow']}>
          {props.lead}
        </div>
      }
      renderItem={(item) => (
        <TileListItem
          key={item.slot}
          {...item}
          left={spec.edge + (item.index % lanes) * stepX}
          top={spec.edge + Math.floor(item.index / lanes) * stepY}
          width={layout.tileWidth}
          height={layout.tileHeight}
          content={content as ComponentType<{ row: unknown }>}
          menuCell={menuCell as ComponentType<{ row: unknown }> | undefined}
        />
      )}
    />
  )
}
