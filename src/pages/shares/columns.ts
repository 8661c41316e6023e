import { useMemo } from 'react'
import { useMediaQuery } from '#src/ui/use-media-query.ts'
import type { SortKey } from './url.ts'

export type ShownColumn = { key: SortKey; track: string; isNumeric?: true }

const all: readonly (ShownColumn & { from: 0 | 1 | 2 | 3 })[] = [
  { key: 'name', track: 'minmax(160px, 1fr)', from: 0 },
  { key: 'state', track: '168px', from: 0 },
  { key: 'visits', track: '80px', isNumeric: true, from: 1 },
  { key: 'downloads', track: '108px', isNumeric: true, from: 0 },
  { key: 'expires', track: '128px', from: 1 },
  { key: 'access', track: '184px', from: 2 },
  { key: 'price', track: '80px', isNumeric: true, from: 3 },
  { key: 'created', track: '104px', from: 2 },
]

/** The columns that there is room for: beside open details there is less. */
export function useShownColumns({
  hasPrice,
  isOpen,
}: {
  hasPrice: boolean
  isOpen: boolean
}): readonly ShownColumn[] {
  const fitsAll = useMediaQuery(isOpen ? '(min-width: 1660px)' : '(min-width: 1280px)')
  const fitsMost = useMediaQuery(isOpen ? '(min-width: 1320px)' : '(min-width: 960px)')
  const isWide = useMediaQuery('(min-width: 1700px)')
  return useMemo(() => {
    const room = fitsAll && isWide ? 3 : fitsAll ? 2 : fitsMost ? 1 : 0
    return all.filter(({ key, from }) => from <= room && (key !== 'price' || hasPrice))
  }, [fitsAll, fitsMost, isWide, hasPrice])
}
