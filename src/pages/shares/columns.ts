import { useMemo } from 'react'
import { useMediaQuery } from '#src/ui/use-media-query.ts'
import type { SortKey } from './url.ts'

export type ShownColumn = { key: SortKey; track: string; isNumeric?: true }

/** `from`: the least width of the window, in px, at which the column has room beside the ones before it. */
const all: readonly (ShownColumn & { from: number })[] = [
  { key: 'name', track: 'minmax(104px, 1fr)', from: 0 },
  { key: 'state', track: '168px', from: 0 },
  { key: 'visits', track: '80px', isNumeric: true, from: 1120 },
  { key: 'downloads', track: '108px', isNumeric: true, from: 900 },
  { key: 'expires', track: '128px', from: 1000 },
  { key: 'access', track: '184px', from: 1400 },
  { key: 'price', track: '80px', isNumeric: true, from: 1700 },
  { key: 'created', track: '104px', from: 1400 },
]
/** What open details take away. */
const panel = 360
const query = (width: number, isOpen: boolean) => `(min-width: ${width + (isOpen ? panel : 0)}px)`

/** The columns that there is room for, and whether the copy button has room for its words. */
export function useShownColumns({ hasPrice, isOpen }: { hasPrice: boolean; isOpen: boolean }): {
  columns: readonly ShownColumn[]
  copyTrack: string
} {
  const fits900 = useMediaQuery(query(900, isOpen))
  const fits1000 = useMediaQuery(query(1000, isOpen))
  const fits1120 = useMediaQuery(query(1120, isOpen))
  const fits1400 = useMediaQuery(query(1400, isOpen))
  const fits1700 = useMediaQuery(query(1700, isOpen))
  return useMemo(() => {
    const fitting = [fits900 && 900, fits1000 && 1000, fits1120 && 1120, fits1400 && 1400]
    const width = Math.max(...fitting.map(Number), fits1700 ? 1700 : 0)
    return {
      columns: all.filter(({ key, from }) => from <= width && (key !== 'price' || hasPrice)),
      copyTrack: fits900 ? '116px' : '44px',
    }
  }, [fits900, fits1000, fits1120, fits1400, fits1700, hasPrice])
}
