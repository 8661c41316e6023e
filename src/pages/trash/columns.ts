import { useMemo } from 'react'
import { sidePanelQuery, useMediaQuery } from '#src/ui/use-media-query.ts'
import type { SortKey } from './url.ts'

export type ShownColumn = { key: SortKey; track: string; isNumeric?: true }

const all: readonly (ShownColumn & { isForWide?: true })[] = [
  { key: 'name', track: 'minmax(120px, 640px)' },
  { key: 'origin', track: 'minmax(90px, 320px)' },
  { key: 'deleted', track: '124px', isForWide: true },
  { key: 'daysLeft', track: '112px', isNumeric: true },
  { key: 'size', track: '96px', isNumeric: true, isForWide: true },
]

/** The columns that fit; fewer beside open details. */
export function useShownColumns(isOpen: boolean): readonly ShownColumn[] {
  const isAside = useMediaQuery(sidePanelQuery) && isOpen
  const isNarrow = useMediaQuery(isAside ? '(max-width: 1319.98px)' : '(max-width: 959.98px)')
  return useMemo(() => all.filter(({ isForWide }) => !isForWide || !isNarrow), [isNarrow])
}
