import { type ComponentType, createContext, type ReactNode, useMemo } from 'react'
import type { GridSelection } from '#src/lib/selection.ts'
import type { DatedRow } from '#src/lists/selection/unloaded-rows.ts'
import type { Column, ShownSort } from '#src/ui/list/columns.ts'
import { RowList, type RowListProps } from '#src/ui/list/RowList.tsx'
import { listGridProps } from './grid-props.tsx'
import type { ListSortingProps } from './ListToolbar.tsx'
import type { useListPage } from './use-list-page.ts'
import { useRowHeight } from './use-row-height.ts'

/** There is room for the columns with these keys, in order. */
export const ShownColumnsContext = createContext<readonly string[]>([])

/** The columns get their labels and sort unless they say otherwise. */
const sortableColumns = <Key extends string>(
  columns: readonly { key: Key; track: string; isNumeric?: true; isSortable?: false }[],
  labels: Readonly<Record<Key, string>>,
): Column[] => columns.map((column) => ({ isSortable: true, ...column, label: labels[column.key] }))

/** The rows of a list page: a table, on phones cards. `empty` takes its place when there is no row. */
export function ListTable<Row extends DatedRow & { readonly name: string }, Key extends string>({
  page,
  rows: { rowIndexes, isSorting, filterKey },
  columns: { shown, labels, last },
  cells,
  sorting,
  empty,
  ...grid
}: {
  page: Omit<ReturnType<typeof useListPage<Row, unknown>>, 'selection'> & {
    selection: GridSelection
  }
  rows: { rowIndexes: Uint32Array; isSorting: boolean; filterKey: string }
  columns: {
    /** Those for which there is room. */
    shown: Parameters<typeof sortableColumns<Key>>[0]
    /** Of all columns. */
    labels: Readonly<Record<Key, string>>
    /** A further column that is always shown and not sorted by. */
    last?: Column
  }
  /** One row as cells of a table and as a card. */
  cells: { row: ComponentType<{ row: Row }>; card: ComponentType<{ row: Row }> }
  sorting: { sort: ShownSort; onSort: ListSortingProps['onSort'] }
  empty: ReactNode
} & Pick<RowListProps<Row>, 'onDrawn' | 'revealedRowIndex' | 'label' | 'onMenu' | 'onRowKey'>) {
  const shownKeys = useMemo(() => shown.map(({ key }) => key), [shown])
  const allColumns = useMemo(
    () => [...sortableColumns(shown, labels), ...(last ? [last] : [])],
    [shown, labels, last],
  )
  const { list, isPhone, selection, openRowIndex, openDetails } = page
  const rowHeight = useRowHeight(isPhone)
  if (page.isEmpty) return empty
  return (
    <ShownColumnsContext value={shownKeys}>
      <RowList
        {...listGridProps(list, {
          rowIndexes,
          isSorting,
          filterKey,
          selection,
          sort: sorting.sort,
        })}
        {...grid}
        columns={allColumns}
        rowHeight={rowHeight}
        onSort={sorting.onSort}
        openRowIndex={openRowIndex}
        cells={isPhone ? cells.card : cells.row}
        isCards={isPhone}
        onOpen={openDetails}
        onSelectOnly={page.open === null ? undefined : openDetails}
      />
    </ShownColumnsContext>
  )
}
