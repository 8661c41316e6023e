import { useMemo } from 'react'
import { sidePanelQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import type { SortKey } from './url.ts'

export type ShownColumn = { key: SortKey; track: string; isNumeric?: true }

const all: readonly ShownColumn[] = [
  { key: 'name', track: 'minmax(140px, 2fr)' },
  { key: 'origin', track: 'minmax(90px, 1fr)' },
  { key: 'deleted', track: '124px' },
  { key: 'daysLeft', track: '112px', isNumeric: true },
  { key: 'size', track: '96px', isNumeric: true },
]

/**
 * The columns that fit. Beside open details these are the folder and one more: the column that is sorted by, or the
 * days left.
 */
export function useShownColumns(isOpen: boolean, sortedBy: string): readonly ShownColumn[] {
  const isAside = useMediaQuery(sidePanelQuery) && isOpen
  const isNarrow = useMediaQuery(isAside ? '(max-width: 1319.98px)' : '(max-width: 959.98px)')
  return useMemo(() => {
    if (!isNarrow) return all
    const last = sortedBy === 'deleted' || sortedBy === 'size' ? sortedBy : 'daysLeft'
    return all.filter(({ key }) => ['name', 'origin', last].includes(key))
  }, [isNarrow, sortedBy])
}
