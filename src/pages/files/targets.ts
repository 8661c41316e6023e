import type { Selection } from '#src/lib/selection.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { showToast } from '#src/stores/toasts.ts'
import { nameFilter } from '#src/views/folder/arrange.ts'
import { uriOf } from '#src/views/folder/path.ts'

/** Waits until all rows are here. False when they cannot be had; the list says why. */
async function isWhole(listing: Listing<FileRow, Folder>): Promise<boolean> {
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

/** What is picked and matches, with its address. All that match takes in rows that are still to come: it waits for them. */
export async function pickedRows(
  listing: Listing<FileRow, Folder>,
  selection: Selection,
  { folder, filter }: { folder: string; filter: string },
): Promise<FileRow[]> {
  if (selection.isOpenEnded(filter) && !(await isWhole(listing))) return []
  const matches = nameFilter(filter)
  const rows: FileRow[] = []
  for (const slot of listing.order) {
    const row = listing.at(slot)
    if (row && selection.has(slot, filter) && matches(row)) rows.push(row)
  }
  return withAddresses(rows, folder)
}

/** Rows of a folder with the addresses that a write needs; those that can have none are left out. */
export const withAddresses = (rows: readonly FileRow[], folder: string): FileRow[] =>
  rows.flatMap((row) => {
    const uri = uriOf(row, folder)
    return uri === null ? [] : [row.uri === uri ? row : { ...row, uri }]
  })
