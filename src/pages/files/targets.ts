import type { Selection } from '#src/lib/selection.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { uriOf } from '#src/views/folder/uri-of.ts'
import { pickedRows as rowsPicked } from '#src/views/picked-rows.ts'

/** What is picked and matches, with its address. */
export async function pickedRows(
  listing: Listing<FileRow, Folder>,
  selection: Selection,
  { folder, filter }: { folder: string; filter: string },
): Promise<FileRow[]> {
  const rows = await rowsPicked(listing, selection, filter, () => true)
  return withAddresses(rows, folder)
}

/** Rows of a folder with the addresses that a write needs; those that can have none are left out. */
export const withAddresses = (rows: readonly FileRow[], folder: string): FileRow[] =>
  rows.flatMap((row) => {
    const uri = uriOf(row, folder)
    return uri === null ? [] : [row.uri === uri ? row : { ...row, uri }]
  })

/** Ids of what is on its way out of its folder. */
const leaving = new Set<string>()

/** Sends away what is not on its way already: a key is easily pressed twice. */
export async function sendAway<T>(
  rows: readonly FileRow[],
  send: (items: FileRow[]) => Promise<T>,
): Promise<T | undefined> {
  const items = rows.filter(({ id }) => !leaving.has(id))
  if (items.length === 0) return undefined
  for (const { id } of items) leaving.add(id)
  return send(items).finally(() => items.forEach(({ id }) => leaving.delete(id)))
}
