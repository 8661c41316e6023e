import { type ComponentType, type ReactNode, useMemo } from 'react'
import type { RowSelection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { DatedRow } from '#src/lists/selection/rows-to-come.ts'
import type { Column } from '#src/ui/list/columns.ts'
import { RowList, type RowListProps } from '#src/ui/list/RowList.tsx'
import { gridProps } from './grid-props.tsx'
import { ShownColumns, sortableColumns } from './shown-columns.ts'
import type { useListPage } from './use-list-page.ts'

/** The rows of a list page: a table, on phones cards. `empty` takes its place when there is no row. */
export function ListTable<Row extends DatedRow & { readonly name: string }, Key extends string>({
  list,
  page,
  rowIndexes,
  isSorting,
  filterKey,
  sort,
  shown,
  labels,
  lastColumn,
  cells,
  card,
  empty,
  ...grid
}: {
  list: PagedList<Row>
  page: Omit<ReturnType<typeof useListPage<Row, unknown>>, 'selection'> & {
    selection: RowSelection
  }
  isSorting: boolean
  /** The columns for which there is room, and the labels of all. */
  shown: Parameters<typeof sortableColumns<Key>>[0]
  labels: Readonly<Record<Key, string>>
  /** A further column that is always shown and not sorted by. */
  lastColumn?: Column
  /** One row as a card. */
  card: ComponentType<{ row: Row }>
  empty: ReactNode
} & Pick<
  RowListProps<Row>,
  | 'rowIndexes'
  | 'filterKey'
  | 'sort'
  | 'cells'
  | 'onDrawn'
  | 'revealedRowIndex'
  | 'rowHeight'
  | 'label'
  | 'onSort'
  | 'onMenu'
  | 'onRowKey'
>) {
  const shownKeys = useMemo(() => shown.map(({ key }) => key), [shown])
  const columns = useMemo(
    () => [...sortableColumns(shown, labels), ...(lastColumn ? [lastColumn] : [])],
    [shown, labels, lastColumn],
  )
  if (page.isEmpty) return empty
  const { isPhone, selection, openRowIndex, openDetails } = page
  return (
    <ShownColumns value={shownKeys}>
      <RowList
        {...gridProps(list, { rowIndexes, isSorting, filterKey, selection, sort })}
        {...grid}
        columns={columns}
        openRowIndex={openRowIndex}
        cells={isPhone ? card : cells}
        isCards={isPhone}
        onOpen={openDetails}
        onSelectOnly={page.open === null ? undefined : openDetails}
      />
    </ShownColumns>
  )
}
