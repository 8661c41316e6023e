import { useMemo } from 'react'
import { sidePanelQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import type { DeletionGroupSortKey } from './url.ts'

export type ShownColumn = { key: DeletionGroupSortKey; track: string; isNumeric?: true }

const everyColumn: readonly ShownColumn[] = [
  { key: 'name', track: 'minmax(372px, 2fr)' },
  { key: 'origin', track: 'minmax(128px, 1fr)' },
  { key: 'deleted', track: '124px' },
  { key: 'items', track: '72px', isNumeric: true },
  { key: 'daysLeft', track: '112px', isNumeric: true },
  { key: 'size', track: '104px', isNumeric: true },
]

/**
 * The columns that fit. Beside open details these are the folder and one more: the column that is sorted by, else the
 * days left, of deletions the number of items. The narrowest windows have that one alone, with the folder below the names. Names are capped there, so that
 * they never get narrower where a wider window has more columns.
 */
export function useShownColumns({
  isOpen,
  sortedBy,
  isByDeletion,
}: {
  isOpen: boolean
  sortedBy: string
  isByDeletion: boolean
}): readonly ShownColumn[] {
  const isAside = useMediaQuery(sidePanelQuery) && isOpen
  const isNarrow = useMediaQuery(isAside ? '(max-width: 1539.98px)' : '(max-width: 1179.98px)')
  const isNarrowest = useMediaQuery('(max-width: 719.98px)')
  return useMemo(() => {
    const all = everyColumn.filter(({ key }) => isByDeletion || key !== 'items')
    if (!isNarrow) return all
    const usual = isByDeletion ? 'items' : 'daysLeft'
    const last = sortedBy === 'name' || sortedBy === 'origin' ? usual : sortedBy
    return all.flatMap((column) => {
      if (column.key === 'name')
        return [{ ...column, track: `minmax(280px, ${isNarrowest ? 320 : 372}px)` }]
      if (column.key === last) return [isNarrowest ? { ...column, track: '1fr' } : column]
      return column.key === 'origin' && !isNarrowest ? [column] : []
    })
  }, [isByDeletion, isNarrow, isNarrowest, sortedBy])
}

/** The tracks of the rows, checkbox included. */
export const gridTracksOf = (shown: readonly ShownColumn[]): string =>
  ['36px', ...shown.map(({ track }) => track)].join(' ')
