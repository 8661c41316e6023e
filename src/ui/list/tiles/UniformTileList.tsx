import { useMemo, useRef } from 'react'
import { layOutTiles } from '#src/lib/geometry/tiles.ts'
import { useSize } from '#src/ui/sizes/use-size.ts'
import {
  PositionedTileGrid,
  type TileListProps,
  unmeasuredListSize,
} from './PositionedTileGrid.tsx'

/** A long list as tiles of one size beside each other. */
export function UniformTileList<Row>(props: TileListProps<Row>) {
  const { spec, compact = 0 } = props
  const scroller = useRef<HTMLDivElement>(null)
  const size = useSize(scroller)
  const count = props.rowIndexes.length
  const pinnedCount = Number(!!props.pinnedRow)
  const layout = useMemo(
    () => layOutTiles(spec, size ?? unmeasuredListSize, { count, compact, pinnedCount }),
    [spec, size, count, compact, pinnedCount],
  )
  return <PositionedTileGrid {...props} scroller={scroller} size={size} layout={layout} />
}
