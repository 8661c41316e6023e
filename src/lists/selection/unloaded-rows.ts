import { rootUri } from '#src/contract/uri.ts'
import type { UnloadedRowsAtSelectAll } from '#src/lib/selection.ts'
import { serviceTimeLowerBound } from '#src/lib/service-time.ts'
import type { PagedList } from '#src/lists/paged-list.ts'

/** A row that says when it came to where it is listed; times in ms since 1970. */
export type DatedRow = {
  readonly id: string
  readonly createdAt: number
  readonly updatedAt?: number
  readonly uri?: string
}

const trash = `${rootUri('trash')}/`

/** What is in the trash came there when it was deleted, anything else when it was created or, later, moved. */
const listedSince = ({ uri, createdAt, updatedAt = createdAt }: DatedRow): number =>
  uri?.startsWith(trash) ? updatedAt : createdAt

/** A change may be so much later than the lower bound of the present time, in ms. */
const serviceTimeInaccuracyMs = 1_000

/**
 * Whether a row was changed after a time: nobody knows whether it was there, since a move may be dated so too. A change
 * in the future is the date that a file was uploaded with.
 */
const isChangedAfter = (time: number, { createdAt, updatedAt = createdAt }: DatedRow): boolean =>
  updatedAt > time && updatedAt <= serviceTimeLowerBound() + serviceTimeInaccuracyMs

/**
 * The rows of a list that were there already and have not been loaded yet; undefined when all of them have been. Rows
 * that are not older than the newest known row, or than the present time of the service, came later, and so did those
 * that a write brings, or another load.
 */
export function unloadedRowsRuleOf(
  list: Pick<PagedList<never>, 'loadState' | 'nextRowIndex' | 'hasArrived' | 'currentLoad'> & {
    at: (rowIndex: number) => DatedRow | undefined
  },
): UnloadedRowsAtSelectAll | undefined {
  if (list.loadState.at === 'complete') return undefined
  const { nextRowIndex } = list
  const load = list.currentLoad()
  let now = serviceTimeLowerBound()
  for (let rowIndex = 0; rowIndex < nextRowIndex; rowIndex++) {
    const row = list.at(rowIndex)
    if (row) now = Math.max(now, listedSince(row))
  }
  return {
    since: nextRowIndex,
    wasThere: (rowIndex) => {
      if (rowIndex >= load.endRowIndex || list.hasArrived(rowIndex)) return false
      const row = list.at(rowIndex)
      return row !== undefined && listedSince(row) <= now && !isChangedAfter(now, row)
    },
  }
}
