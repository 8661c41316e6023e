import { nameOfUri, parentUri } from '#src/contract/uri.ts'
import { forEachConcurrently } from '#src/lib/for-each-concurrently.ts'
import { findItemAt, isUnknownItem } from './item-lookup.ts'
import { pagesByName, readFilePages } from './read-file-pages.ts'

/* Looks up after a wait whether URIs still lead to the same items. */

/** For more items of one folder than this the folder is listed instead of asking for each. */
const maxSingleLookups = 10
const maxLookupsInFlight = 2

type Addressed = { readonly id: string; readonly uri: string }

/** The names of the items in a folder by id, as far as that many of `wanted` are found. */
async function namesById(
  folder: string,
  wanted: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const pages = readFilePages(folder, pagesByName, (request) => request(), signal)
  try {
    for await (const { files } of pages) {
      for (const { id, name } of files) if (wanted.has(id)) names.set(id, name)
      if (names.size === wanted.size) break
    }
  } catch (error) {
    if (!isUnknownItem(error)) throw error
  }
  return names
}

/**
 * The ids of the items to which their URIs do not lead any more: they were moved, renamed or deleted, and another item may
 * be there. One request for each item, or for each 2,000 rows of a folder that many of the items are in.
 */
export async function findItemsWithStaleUri(
  items: readonly Addressed[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const byFolder = new Map<string, Addressed[]>()
  for (const item of items) {
    const folder = parentUri(item.uri) ?? ''
    const group = byFolder.get(folder)
    if (group) group.push(item)
    else byFolder.set(folder, [item])
  }
  const stale = new Set<string>()
  const single: Addressed[] = []
  for (const [folder, group] of byFolder) {
    if (folder === '' || group.length <= maxSingleLookups) {
      single.push(...group)
      continue
    }
    const names = await namesById(folder, new Set(group.map(({ id }) => id)), signal)
    for (const { id, uri } of group) if (names.get(id) !== nameOfUri(uri)) stale.add(id)
  }
  await forEachConcurrently(single, maxLookupsInFlight, async ({ id, uri }) => {
    if ((await findItemAt(uri, signal))?.id !== id) stale.add(id)
  })
  return stale
}
