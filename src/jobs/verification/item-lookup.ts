import * as api from '#src/api/files/files.ts'
import { isTransient } from '#src/api/transient-errors.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode, isNotFound, SessionEndedError } from '#src/contract/errors.ts'
import type { File, FileListPage } from '#src/contract/file.ts'
import { childUri, isInTrash, nameOfUri, parentUri } from '#src/contract/uri.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { groupBy } from '#src/lib/group-by.ts'
import { parseTime } from '#src/lib/time.ts'
import { type FilePageRequest, readFilePage } from '#src/lists/loading/file-pages.ts'
import { EndlessListError } from '#src/lists/loading/page-loader.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'

/* Looks items up at the service: before something is sent twice, after an answer was lost, and after a wait. */

/** Requests of a job at the same time, writes as well as lookups: it works beside what the user does. */
export const maxRequestsInFlight = 2
/** Lookups at the same time for a question that the user waits for. */
export const maxQuestionLookupsInFlight = 4

/** Unknown ids are answered with 404 or -1 (docs/protocol.md §1.4). */
const isUnknownItemError = (error: unknown): boolean =>
  isNotFound(error) || hasErrorCode(error, ErrorCode.unclassified)

const orUndefined = (lookup: Promise<File>): Promise<File | undefined> =>
  lookup.catch((error: unknown) => {
    if (isUnknownItemError(error)) return undefined
    throw error
  })

export const findItemAtUri = (
  uri: string,
  signal?: AbortSignal,
  detail: api.GetFileOptions = {},
): Promise<File | undefined> => orUndefined(api.getFile(uri, detail, signal))

/** The user's own item with this id, wherever it is now, undefined when there is none. */
export const findItemById = (id: string, signal?: AbortSignal): Promise<File | undefined> =>
  orUndefined(api.getFileById(id, signal))

/** Lookups of many names use the order of names, in pages of 2,000 rows. */
export const lookupPageOptions = { size: 2_000, order: 'name', direction: 'asc' } as const

/** `send` sends each request, for instance again after a failure. */
export type PageRequestOptions = {
  readonly send?: (request: () => Promise<FileListPage>) => Promise<FileListPage>
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads the pages of a folder or of the trash one after another, each item once. Without a size the first page has that of
 * the folder's view, the others the largest. Throws what `send` throws, and
 * {@link EndlessListError} for a cursor that repeats.
 */
export async function* readFilePages(
  uri: string,
  order: Omit<api.FilePageParams, 'cursor'>,
  { send = (request) => request(), signal }: PageRequestOptions = {},
): AsyncGenerator<FileListPage, void, undefined> {
  const met = new Set<string>()
  const visited = new Set<string>()
  const read = (params: api.FilePageParams) => send(() => api.listFiles(uri, params, signal))
  for (let request: FilePageRequest | undefined = order; request;) {
    if (visited.size === visited.add(JSON.stringify(request)).size) throw new EndlessListError()
    const { page, next } = await readFilePage(read, request)
    yield { ...page, files: page.files.filter(({ id }) => met.size < met.add(id).size) }
    request = next && { ...next, size: order.size ?? next.size }
  }
}

/** For more items of one folder than this the folder is listed instead of asking for each. */
export const maxSingleLookups = 10

/** Resolves to what is in a folder. Rejects when there is no such folder. */
export async function readFolderRows(
  folder: string,
  requests: PageRequestOptions = {},
): Promise<FileRow[]> {
  const rows: FileRow[] = []
  for await (const { files } of readFilePages(folder, lookupPageOptions, requests))
    rows.push(...files.map((file) => toFileRow(file)))
  return rows
}

/**
 * What has the names of these items in a folder, by name: by `listed`, the complete list of the folder, else by the
 * service. Rejects when that fails.
 */
export async function findNameHolders(
  folder: string,
  items: readonly { readonly name: string }[],
  { listed, signal }: { listed?: readonly FileRow[] | undefined; signal?: AbortSignal },
): Promise<Map<string, FileRow>> {
  const rows =
    listed ?? (items.length > maxSingleLookups && (await readFolderRows(folder, { signal })))
  if (rows) return new Map(rows.map((row) => [row.name, row]))
  const holders = new Map<string, FileRow>()
  for (const { name } of items) {
    const found = await findItemAtUri(childUri(folder, name), signal)
    if (found) holders.set(name, toFileRow(found))
  }
  return holders
}

/** Clocks of the service and the browser may differ by this much, in ms. */
export const clockToleranceMs = 60_000

/** The clock of the service is known to within this much (`serviceNow`), in ms. */
const serviceTimeToleranceMs = 5_000

/** Whether an item may have been created by a job that was started then, by the clock of the service; one that is older was not. */
export const isNewerThan = (file: File | undefined, startedAt: number): boolean =>
  (parseTime(file?.created_at) ?? 0) >= startedAt - serviceTimeToleranceMs

/** Whether a refusal can mean that the item has been deleted, moved or restored before. */
export const canMeanGoneOrMoved = (error: ApiError): boolean =>
  hasErrorCode(error, ErrorCode.pathNotFound, ErrorCode.conflict)

type Addressed = { readonly id: string; readonly uri: string }

export async function assertUriIsCurrent(item: Addressed): Promise<void> {
  if ((await findItemAtUri(item.uri))?.id !== item.id)
    throw new ApiError({ code: ErrorCode.staleUri })
}

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
