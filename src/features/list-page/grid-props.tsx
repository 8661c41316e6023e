import { escapeControlChars } from '#src/lib/names/display.ts'
import type { GridSelection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { type DatedRow, unloadedRowsRuleOf } from '#src/lists/selection/unloaded-rows.ts'
import type { ShownSort } from '#src/ui/list/columns.ts'
import { ListFooter } from './states/ListFooter.tsx'

/** The props of a grid that follow from its list. `scope` names folder and filter, by default the filter: another one resets range selection. */
export function listGridProps<Row extends DatedRow & { readonly name: string }, Head>(
  list: PagedList<Row, Head>,
  {
    rowIndexes,
    isSorting,
    filterKey,
    selection,
    sort,
    scope = filterKey,
    isGone = false,
    notice,
  }: {
    rowIndexes: Uint32Array
    isSorting: boolean
    filterKey: string
    selection: GridSelection
    sort: ShownSort
    scope?: string
    isGone?: boolean
    /** Shown below the last row. */
    notice?: string | undefined
  },
) {
  return {
    takesFocus: true,
    sort: isSorting ? { ...sort, isPending: true } : sort,
    rowIndexes,
    rowsToCome: () => unloadedRowsRuleOf(list),
    total: list.loadState.at === 'complete' ? rowIndexes.length : undefined,
    rowAt: (rowIndex: number) => list.at(rowIndex),
    nameOf: (row: Row) => escapeControlChars(row.name),
    selection,
    filterKey,
    anchorKey: `${scope} ${sort.by} ${sort.direction}`,
    footer: (
      <ListFooter
        loadState={list.loadState}
        isSorting={isSorting}
        isGone={isGone}
        notice={notice}
        onResume={() => list.resume()}
      />
    ),
  }
}
