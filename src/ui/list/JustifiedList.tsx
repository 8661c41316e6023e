import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type JustifiedLayout, layOutJustified } from '#src/lib/geometry/justified.ts'
import { useSize } from '#src/ui/use-size.ts'
import { scrollAreaOf } from './scroll-area.ts'
import { TileGrid, type TileListProps, unmeasured } from './TileGrid.tsx'

/** What a list knows of the proportions of its pictures. */
export type Proportions<Row> = {
  /** Width divided by height: of the picture where they are known, else a guess. */
  ratioOf: (row: Row) => number
  /** Calls back when some became known; returns what ends that. */
  subscribe: (listener: () => void) => () => void
}

/** Proportions that become known within this time, in ms, move the tiles once. */
const gatherMs = 120

/**
 * A long list of pictures in full lines, each in its own proportions. When they become known only from the loaded
 * picture, the tiles from the first visible line on are laid out anew; everything above keeps its place, so that what is
 * at the top of the window stays there.
 */
export function JustifiedList<Row>({
  proportions,
  ...props
}: TileListProps<Row> & { proportions: Proportions<Row> }) {
  const { spec, compact = 0, slots, rowAt } = props
  const scroller = useRef<HTMLDivElement>(null)
  const size = useSize(scroller)
  const lead = Number(!!props.lead)
  const items = useMemo(
    () => ({
      count: slots.length,
      compact,
      lead,
      ratioOf: (index: number) => {
        const row = rowAt(slots[index] as number)
        return row === undefined ? 1 : proportions.ratioOf(row)
      },
    }),
    // `rowAt` is a new function on each render, of the list that the slots are in.
    // eslint-disable-next-line react/exhaustive-deps
    [slots, compact, lead, proportions],
  )
  const first = useMemo(() => layOutJustified(spec, size ?? unmeasured, items), [spec, size, items])
  const [changed, setChanged] = useState<{ of: JustifiedLayout; layout: JustifiedLayout }>()
  const layout = changed?.of === first ? changed.layout : first

  const latest = useRef(layout)
  useLayoutEffect(() => {
    latest.current = layout
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      timer ??= setTimeout(update, gatherMs)
    }
    const update = () => {
      timer = undefined
      const element = scroller.current
      if (!element || !size) return
      // Nothing moves away under a pressed pointer.
      if (element.matches(':active')) {
        start()
        return
      }
      const before = latest.current
      const { area, above, height } = scrollAreaOf(element)
      const top = Math.max(0, area.scrollTop - above)
      const line = before.lineAt(top)
      const end = before.firstOf(before.lineAt(top + height) + before.overscan + 1)
      setChanged({
        of: first,
        layout: layOutJustified(spec, size, items, { layout: before, line, end }),
      })
    }
    const stop = proportions.subscribe(start)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [proportions, spec, size, items, first])
  return <TileGrid {...props} {...{ scroller, size, layout }} />
}
