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

/** The rows that are selected and match. "All that match" includes rows that are still loading: it waits for them. */
export async function loadSelectedRows<Row extends { readonly id: string }>(
  list: PagedList<Row>,
  selection: Selection,
  filterKey: string,
  matches: (row: Row) => boolean,
): Promise<Row[]> {
  if (selection.isOpenEnded(filterKey) && !(await isEveryRowLoaded(list))) return []
  const rows: Row[] = []
  for (const rowIndex of list.order) {
    const row = list.at(rowIndex)
    if (row && selection.has(rowIndex, filterKey) && matches(row)) rows.push(row)
  }
  return rows
}
