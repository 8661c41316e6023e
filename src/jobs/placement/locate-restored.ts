import { retryTransient } from '#src/api/retry-requests.ts'
import { isNotFound } from '#src/contract/errors.ts'
import type { File } from '#src/contract/file.ts'
import { parentUri, parseUri } from '#src/contract/uri.ts'
import { findItemById } from '#src/jobs/verification/item-lookup.ts'
import { lookupPageOptions, readFilePages } from '#src/jobs/verification/read-file-pages.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/*
 * Where restored items are now, by their ids. An item that was moved or renamed since is found all the same, and another
 * one that has its old place is left alone.
 */

const maxInFlight = 2
const maxRetries = 5
/** So many items of a folder are looked up one by one; for more the folder is listed. */
const maxSingleLookups = 10

/** The paths of these items in a folder, by id; items that are not in it are left out. */
async function findInFolder(
  folder: string,
  wantedIds: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  const pages = readFilePages(folder, lookupPageOptions, (request) =>
    retryTransient(request, { maxRetries }),
  )
  for await (const { files } of pages) {
    for (const { id, path } of files) if (wantedIds.has(id) && path) paths.set(id, path)
    if (paths.size === wantedIds.size) break
  }
  return paths
}

const isDeleted = ({ path }: File): boolean => path === undefined || parseUri(path).host !== 'my'

/**
 * The rows of restored items with the URIs that they have now. `expected` has where each was restored to, by id. Items
 * that have been deleted since are left out. Throws what a failed lookup throws.
 */
export async function locateRestored<Item extends FileRow>(
  items: readonly Item[],
  expected: ReadonlyMap<string, string>,
): Promise<Item[]> {
  const byFolder = new Map<string, Item[]>()
  for (const item of items) {
    const uri = expected.get(item.id)
    const folder = uri === undefined ? null : parentUri(uri)
    if (folder !== null) byFolder.set(folder, [...(byFolder.get(folder) ?? []), item])
  }
  const paths = new Map<string, string>()
  await forEachConcurrently(byFolder, maxInFlight, async ([folder, rows]) => {
    if (rows.length <= maxSingleLookups) return
    try {
      for (const [id, path] of await findInFolder(folder, new Set(rows.map(({ id }) => id))))
        paths.set(id, path)
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  })
  await forEachConcurrently(items, maxInFlight, async ({ id }) => {
    if (paths.has(id)) return
    const file = await retryTransient(() => findItemById(id), { maxRetries })
    if (file?.path && !isDeleted(file)) paths.set(id, file.path)
  })
  return items.flatMap((item) => {
    const uri = paths.get(item.id)
    return uri === undefined
      ? []
      : [{ ...item, uri, name: parseUri(uri).segments.at(-1) ?? item.name }]
  })
}
