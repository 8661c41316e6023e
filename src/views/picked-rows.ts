import type { Selection } from '#src/lib/selection.ts'
import type { Listing } from '#src/queries/listing.ts'
import { showToast } from '#src/stores/toasts.ts'

/** Waits until all rows are here. False when they cannot be had; the list says why. */
async function isWhole(listing: Listing<{ readonly id: string }>): Promise<boolean> {
  if (listing.walk.at === 'walking') {
    await new Promise<void>((resolve) => {
      const stop = listing.subscribe(() => {
        if (listing.walk.at === 'walking') return
        stop()
        resolve()
      })
    })
  }
  if (listing.walk.at === 'stopped') showToast({ kind: 'failed', error: listing.walk.error })
  return listing.walk.at === 'complete'
}

/** What is picked and matches. All that match takes in rows that are still to come: it waits for them. */
export async function pickedRows<Row extends { readonly id: string }>(
  listing: Listing<Row>,
  selection: Selection,
  filter: string,
  matches: (row: Row) => boolean,
): Promise<Row[]> {
  if (selection.isOpenEnded(filter) && !(await isWhole(listing))) return []
  const rows: Row[] = []
  for (const slot of listing.order) {
    const row = listing.at(slot)
    if (row && selection.has(slot, filter) && matches(row)) rows.push(row)
  }
  return rows
}
