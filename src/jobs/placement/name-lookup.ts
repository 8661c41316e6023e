import { childUri } from '#src/contract/uri.ts'
import { findItemAt } from '#src/jobs/verification/item-lookup.ts'
import { lookupPageOptions, readFilePages } from '#src/jobs/verification/read-file-pages.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'

/** For more items than this the folder is listed instead of asking for each name. */
const maxLookups = 20

/** What has a name in a folder; undefined when the name is free. */
export type NameLookup = (name: string) => Promise<FileRow | undefined>

/** What is in a folder. Rejects when there is no such folder. */
export async function readRows(
  folder: string,
  signal: AbortSignal | undefined,
): Promise<FileRow[]> {
  const rows: FileRow[] = []
  const pages = readFilePages(folder, lookupPageOptions, (request) => request(), signal)
  for await (const { files } of pages) rows.push(...files.map((file) => toFileRow(file)))
  return rows
}

/** Looks names up in `listed`, the complete list of the folder, else at the service. Rejects when that fails. */
export async function createNameLookup(
  folder: string,
  count: number,
  listed: readonly FileRow[] | undefined,
  signal?: AbortSignal,
): Promise<NameLookup> {
  const rows = listed ?? (count > maxLookups ? await readRows(folder, signal) : undefined)
  if (rows) {
    const byName = new Map(rows.map((row) => [row.name, row]))
    return (name) => Promise.resolve(byName.get(name))
  }
  return async (name) => {
    const found = await findItemAt(childUri(folder, name), signal)
    return found && toFileRow(found)
  }
}
