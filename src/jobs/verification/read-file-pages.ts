import type { FilePageParams } from '#src/api/files/files.ts'
import { listFiles } from '#src/api/files/files.ts'
import type { FileList } from '#src/contract/file.ts'

/** For lookups of many names: the order of names, in pages of 2,000 rows. */
export const lookupPageOptions = { size: 2_000, order: 'name', direction: 'asc' } as const

/**
 * Reads the pages of a folder or of the trash one after another. `send` sends each request, for instance again after a
 * failure. Without a size the first page has that of the folder's view, the others the largest. Throws what `send` throws.
 */
export async function* readFilePages(
  uri: string,
  order: Omit<FilePageParams, 'cursor'>,
  send: (request: () => Promise<FileList>) => Promise<FileList>,
  signal?: AbortSignal,
): AsyncGenerator<FileList, void, undefined> {
  let page: FilePageParams = order
  do {
    const list = await send(() => listFiles(uri, page, signal))
    yield list
    const size = order.size ?? list.props?.max_page_size
    page = { ...order, size, cursor: list.pagination?.next_token }
  } while (page.cursor)
}
