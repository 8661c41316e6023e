import { type FilePageParams, listFiles } from '#src/api/files/files.ts'
import * as api from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode, isNotFound } from '#src/contract/errors.ts'
import type { File, FileListPage } from '#src/contract/file.ts'
import { childUri } from '#src/contract/uri.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'

/* Looks items up at the service, before something is sent twice and after an answer was lost. */

/** Unknown ids are answered with 404 or -1 (docs/protocol.md §1.4). */
export const isUnknownItemError = (error: unknown): boolean =>
  isNotFound(error) || hasErrorCode(error, ErrorCode.unclassified)

/** The item at a URI, undefined when there is none. */
export async function findItemAtUri(
  uri: string,
  signal?: AbortSignal,
  detail: api.GetFileOptions = {},
): Promise<File | undefined> {
  try {
    return await api.getFile(uri, detail, signal)
  } catch (error) {
    if (isUnknownItemError(error)) return undefined
    throw error
  }
}

/** The user's own item with this id, wherever it is now, undefined when there is none. */
export async function findItemById(id: string, signal?: AbortSignal): Promise<File | undefined> {
  try {
    return await api.getFileById(id, signal)
  } catch (error) {
    if (isUnknownItemError(error)) return undefined
    throw error
  }
}

/** Lookups of many names use the order of names, in pages of 2,000 rows. */
export const lookupPageOptions = { size: 2_000, order: 'name', direction: 'asc' } as const

/**
 * Reads the pages of a folder or of the trash one after another. `send` sends each request, for instance again after a
 * failure. Without a size the first page has that of the folder's view, the others the largest. Throws what `send` throws.
 */
export async function* readFilePages(
  uri: string,
  order: Omit<FilePageParams, 'cursor'>,
  send: (request: () => Promise<FileListPage>) => Promise<FileListPage>,
  signal?: AbortSignal,
): AsyncGenerator<FileListPage, void, undefined> {
  let page: FilePageParams = order
  do {
    const list = await send(() => listFiles(uri, page, signal))
    yield list
    const size = order.size ?? list.props?.max_page_size
    page = { ...order, size, cursor: list.pagination?.next_token }
  } while (page.cursor)
}

/** The folder is listed for more items than this instead of asking for each name. */
const maxLookups = 20

/** It resolves to what has a name in a folder; undefined when the name is free. */
export type NameLookup = (name: string) => Promise<FileRow | undefined>

/** Resolves to what is in a folder. Rejects when there is no such folder. */
export async function readFolderRows(
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
  const rows = listed ?? (count > maxLookups ? await readFolderRows(folder, signal) : undefined)
  if (rows) {
    const byName = new Map(rows.map((row) => [row.name, row]))
    return (name) => Promise.resolve(byName.get(name))
  }
  return async (name) => {
    const found = await findItemAtUri(childUri(folder, name), signal)
    return found && toFileRow(found)
  }
}

/** Whether a refusal can mean that the item has been deleted, moved or restored before. */
export const canMeanGoneOrMoved = (error: ApiError): boolean =>
  hasErrorCode(error, ErrorCode.pathNotFound, ErrorCode.conflict)

/** Rejects when the URI of an item does not lead to it any more. */
export async function assertUriIsCurrent(item: {
  readonly id: string
  readonly uri: string
}): Promise<void> {
  if ((await findItemAtUri(item.uri))?.id !== item.id)
    throw new ApiError({ code: ErrorCode.staleUri })
}
