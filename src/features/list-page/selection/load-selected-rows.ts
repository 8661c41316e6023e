import { showToast } from '#src/jobs/messages/toasts.ts'
import type { Selection } from '#src/lib/selection.ts'
import { waitUntilListSettled } from '#src/lists/loading/load-state.ts'
import type { PagedList } from '#src/lists/paged-list.ts'

/** Waits for the rows that are still loading. False when they cannot be loaded, which a toast reports. */
async function isEveryRowLoaded(list: PagedList<{ readonly id: string }>): Promise<boolean> {
  if (await waitUntilListSettled(list)) return true
  if (list.loadState.at === 'stopped')
    showToast({
      kind: 'failed',
      error: list.loadState.error,
      failureContext: { kind: 'notLoaded', what: 'list' },
    })
  return false
}

/**
 * The rows that are selected and match, those of `rowIndexes` first and in their order. "All that match" includes rows
 * that are still loading: it waits for them.
 */
export async function loadSelectedRows<Row extends { readonly id: string }>(
  list: PagedList<Row>,
  selection: Selection,
  filterKey: string,
  matches: (row: Row) => boolean,
  rowIndexes?: Uint32Array,
): Promise<Row[]> {
  if (selection.isOpenEnded(filterKey) && !(await isEveryRowLoaded(list))) return []
  const rows: Row[] = []
  for (const rowIndex of rowIndexes ? new Set([...rowIndexes, ...list.order]) : list.order) {
    // A row without a stamp has gone since.
    const row = list.stamps[rowIndex] ? list.at(rowIndex) : undefined
    if (row && selection.has(rowIndex, filterKey) && matches(row)) rows.push(row)
  }
  return rows
}
