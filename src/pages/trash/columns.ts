import { useMemo } from 'react'
import { useMediaQuery } from '#src/ui/use-media-query.ts'
import type { SortKey } from './url.ts'

export type ShownColumn = { key: SortKey; track: string; isNumeric?: true }

const all: readonly (ShownColumn & { from: 0 | 1 })[] = [
  { key: 'name', track: 'minmax(120px, 2fr)', from: 0 },
  { key: 'origin', track: 'minmax(90px, 1fr)', from: 0 },
  { key: 'deleted', track: '124px', from: 1 },
  { key: 'daysLeft', track: '112px', isNumeric: true, from: 0 },
  { key: 'size', track: '96px', isNumeric: true, from: 1 },
]

/** The columns that fit; fewer beside open details. */
export function useShownColumns(isOpen: boolean): readonly ShownColumn[] {
  const isNarrow = useMediaQuery(isOpen ? '(max-width: 1319.98px)' : '(max-width: 959.98px)')
  return useMemo(() => all.filter(({ from }) => from === 0 || !isNarrow), [isNarrow])
}
