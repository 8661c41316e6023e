import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type PreviousLayout, layOutJustified } from '#src/lib/geometry/justified.ts'
import type { TileSpec } from '#src/lib/geometry/tiles.ts'
import { measureScrollArea } from '#src/ui/list/scroll-area.ts'
import { type Size, useSize } from '#src/ui/sizes/use-size.ts'
import {
  PositionedTileGrid,
  type TileListProps,
  unmeasuredListSize,
} from './PositionedTileGrid.tsx'

/** What a list knows of the aspect ratios of its pictures. */
export type AspectRatioSource<Row> = {
  /** Width divided by height, as far as it is known; else a guess. */
  ratioOf: (row: Row) => number
  /** Calls the listener when ratios have become known; returns the function to unsubscribe. */
  subscribe: (listener: () => void) => () => void
}

/** Ratios that became known after the layout of `items`, and what stays of the layout before them. */
type Learned = {
  of: object
  spec: TileSpec
  size: Size
  ratios: Float32Array
  before: PreviousLayout
}

function ratioOfRow<Row>(
  rowIndex: number,
  rowAt: (rowIndex: number) => Row | undefined,
  { ratioOf }: AspectRatioSource<Row>,
): number {
  const row = rowAt(rowIndex)
  return row === undefined ? 1 : ratioOf(row)
}

/** Ratios that become known within this time, in ms, move the tiles once. */
const gatherMs = 120

/**
 * A long list of pictures in full lines, each in its own proportions. When they become known only from the loaded
 * picture, the tiles from the first visible line on are laid out anew; everything above keeps its place, so that what is
 * at the top of the window stays there.
 */
export function JustifiedList<Row>({
  aspectRatios,
  ...props
}: TileListProps<Row> & { aspectRatios: AspectRatioSource<Row> }) {
  const { spec, compact = 0, rowIndexes, rowAt } = props
  const scroller = useRef<HTMLDivElement>(null)
  const size = useSize(scroller)
  const pinnedCount = Number(!!props.pinnedRow)
  const items = useMemo(
    () => ({
      count: rowIndexes.length,
      compact,
      pinnedCount,
      // The ratios are read once: a slider lays the pictures out anew many times a second, and 100,000 rows take longer
      // to read.
      ratios: Float32Array.from(rowIndexes, (rowIndex) =>
        ratioOfRow(rowIndex, rowAt, aspectRatios),
      ),
    }),
    // `rowAt` is a new function on each render, of the list that the row indexes are in.
    // eslint-disable-next-line react/exhaustive-deps
    [rowIndexes, compact, pinnedCount, aspectRatios],
  )
  const [learned, setLearned] = useState<Learned>()
  const known = learned?.of === items ? learned : undefined
  const layout = useMemo(() => {
    const { ratios = items.ratios, before } = known ?? {}
    const isSameView = known?.spec === spec && known.size === size
    return layOutJustified(
      spec,
      size ?? unmeasuredListSize,
      { ...items, ratios },
      isSameView ? before : undefined,
    )
  }, [spec, size, items, known])

  /** Lays out anew from the first visible line on, if ratios have become known. Returns whether to try again later. */
  const update = useEffectEvent((): boolean => {
    const element = scroller.current
    if (!element || !size) return false
    // Nothing moves away under a pressed pointer.
    if (element.matches(':active')) return true
    const { area, above, height } = measureScrollArea(element)
    const top = Math.max(0, area.scrollTop - above)
    const line = layout.lineAt(top)
    const end = layout.firstOf(layout.lineAt(top + height) + layout.overscan + 1)
    const before = known?.ratios ?? items.ratios
    const ratios = before.slice()
    for (let index = layout.firstOf(line); index < end; index++)
      ratios[index] = ratioOfRow(rowIndexes[index] as number, rowAt, aspectRatios)
    if (ratios.some((ratio, index) => ratio !== before[index]))
      setLearned({ of: items, spec, size, ratios, before: { layout, line } })
    return false
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        if (update()) start()
      }, gatherMs)
    }
    const stop = aspectRatios.subscribe(start)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [aspectRatios])
  return <PositionedTileGrid {...props} scroller={scroller} size={size} layout={layout} />
}
