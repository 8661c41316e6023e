import { isTransient } from '#src/api/transient-errors.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, SessionEndedError } from '#src/contract/errors.ts'
import type { File } from '#src/contract/file.ts'
import { isInTrash, nameOfUri, parentUri } from '#src/contract/uri.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { groupBy } from '#src/lib/group-by.ts'
import {
  findItemAtUri,
  isUnknownItemError,
  lookupPageOptions,
  maxRequestsInFlight,
  type PageRequestOptions,
  readFilePages,
} from './item-lookup.ts'

/* Looks up after a wait whether URIs still lead to the same items. */

/** For more items of one folder than this the folder is listed instead of asking for each. */
export const maxSingleLookups = 10

type Addressed = { readonly id: string; readonly uri: string }

/**
 * Those of the items that are in a folder, by id. `maxPages`: no more pages of `size` rows are read. Rejects where the
 * folder cannot be read.
 */
export async function searchFolder(
  folder: string,
  items: readonly { readonly id: string }[],
  {
    size = lookupPageOptions.size,
    maxPages = Infinity,
    ...requests
  }: PageRequestOptions & { readonly size?: number; readonly maxPages?: number },
): Promise<Map<string, File>> {
  const wanted = new Set(items.map(({ id }) => id))
  const found = new Map<string, File>()
  // The order of the trash is right by this only (docs/protocol.md §5.1), and it has what was just deleted first.
  const order = { order: 'updated_at', direction: 'desc' }
  const options = { ...lookupPageOptions, ...(isInTrash(folder) && order), size }
  let pages = 0
  for await (const { files } of readFilePages(folder, options, requests)) {
    for (const file of files) if (wanted.has(file.id)) found.set(file.id, file)
    if (found.size === wanted.size || ++pages === maxPages) break
  }
  return found
}

/** Those of the items that are in a folder, by id; none where there is no such folder. */
export const findInFolder = (
  folder: string,
  items: readonly { readonly id: string }[],
  requests: PageRequestOptions,
): Promise<Map<string, File>> =>
  searchFolder(folder, items, requests).catch((error: unknown) => {
    if (!isUnknownItemError(error)) throw error
    return new Map<string, File>()
  })

/**
 * Finds the items to which their URIs do not lead any more: they were moved, renamed or deleted, and another item may be
 * there. One request for each item, or for each 2,000 rows of a folder that many of the items are in. Returns by id why
 * nothing may be sent about an item: `staleUri`, or what the service refuses to tell with. Rejects when nobody answers.
 */
export async function findItemsWithStaleUri(
  items: readonly Addressed[],
  signal?: AbortSignal,
): Promise<Map<string, Error>> {
  const found = new Map<string, Error>()
  const stale = new ApiError({ code: ErrorCode.staleUri })
  const lookUp = async (some: readonly Addressed[], lookup: () => Promise<void>) => {
    try {
      await lookup()
    } catch (error) {
      if (error instanceof SessionEndedError || isTransient(error) || signal?.aborted) throw error
      for (const { id } of some) found.set(id, error as Error)
    }
  }
  const single: Addressed[] = []
  for (const [folder, group] of groupBy(items, ({ uri }) => parentUri(uri) ?? '')) {
    if (folder === '' || group.length <= maxSingleLookups) {
      single.push(...group)
      continue
    }
    await lookUp(group, async () => {
      const files = await findInFolder(folder, group, { signal })
      for (const { id, uri } of group) {
        const file = files.get(id)
        // In the trash the name is not part of the URI.
        const isThere = isInTrash(uri) ? file?.path === uri : file?.name === nameOfUri(uri)
        if (!isThere) found.set(id, stale)
      }
    })
  }
  await forEachConcurrently(single, maxRequestsInFlight, (item) =>
    lookUp([item], async () => {
      if ((await findItemAtUri(item.uri, signal))?.id !== item.id) found.set(item.id, stale)
    }),
  )
  return found
}
