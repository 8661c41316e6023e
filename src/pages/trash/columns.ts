import { useMemo } from 'react'
import { sidePanelQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import type { SortKey } from './url.ts'

export type ShownColumn = { key: SortKey; track: string; isNumeric?: true }

const all: readonly ShownColumn[] = [
  { key: 'name', track: 'minmax(372px, 2fr)' },
  { key: 'origin', track: 'minmax(128px, 1fr)' },
  { key: 'deleted', track: '124px' },
  { key: 'daysLeft', track: '112px', isNumeric: true },
  { key: 'size', track: '96px', isNumeric: true },
]

/**
 * The columns that fit. Beside open details these are the folder and one more: the column that is sorted by, or the
 * days left. The narrowest windows have that one alone, with the folder below the names. Names are capped there, so that
 * they never get narrower where a wider window has more columns.
 */
export function useShownColumns(isOpen: boolean, sortedBy: string): readonly ShownColumn[] {
  const isAside = useMediaQuery(sidePanelQuery) && isOpen
  const isNarrow = useMediaQuery(isAside ? '(max-width: 1539.98px)' : '(max-width: 1179.98px)')
  const isNarrowest = useMediaQuery('(max-width: 719.98px)')
  return useMemo(() => {
    if (!isNarrow) return all
    const last = sortedBy === 'deleted' || sortedBy === 'size' ? sortedBy : 'daysLeft'
    return all.flatMap((column) => {
      if (column.key === 'name')
        return [{ ...column, track: `minmax(280px, ${isNarrowest ? 320 : 372}px)` }]
      if (column.key === last) return [isNarrowest ? { ...column, track: '1fr' } : column]
      return column.key === 'origin' && !isNarrowest ? [column] : []
    })
  }, [isNarrow, isNarrowest, sortedBy])
}

/** The tracks of the rows, checkbox included. */
export const tracksOf = (shown: readonly ShownColumn[]): string =>
  ['36px', ...shown.map(({ track }) => track)].join(' ')
