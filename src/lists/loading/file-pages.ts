import { type FilePageParams, listFiles } from '#src/api/files/files.ts'
import { type FileListPage, FileType } from '#src/contract/file.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import { type FolderListHead, toFolderListHead } from '#src/lists/rows/folder-list-head.ts'
import type { Page, PageSource } from './page-loader.ts'

/** How to ask for a page of files. */
export type FilePageRequest = FilePageParams & {
  /** The page before, when it ended with a folder: requested again one row shorter if this one begins with a file. */
  readonly before?: { readonly cursor: string | undefined; readonly size: number } | undefined
}

/**
 * A page of a folder or of the trash, and how to ask for the next one, undefined behind the last. The public server loses
 * files when a page ends exactly on the last folder: a full page that ends with a folder, followed by one that is empty or
 * begins with a file, is requested again one row shorter, and its rows come a second time.
 */
export async function readFilePage(
  read: (params: FilePageParams) => Promise<FileListPage>,
  request: FilePageRequest,
): Promise<{ page: FileListPage; next: FilePageRequest | undefined }> {
  let { before, ...params } = request
  let page = await read(params)
  if (before && (page.files[0]?.type ?? FileType.file) === FileType.file) {
    params = { ...params, cursor: before.cursor, size: before.size - 1 }
    page = await read(params)
  }
  const cursor = page.pagination?.next_token
  if (!cursor) return { page, next: undefined }
  const size = page.files.length
  const endsWithFolder =
    size >= (page.pagination?.page_size ?? size) && page.files.at(-1)?.type === FileType.folder
  return {
    page,
    next: {
      cursor,
      // The first answer names the view in force; later requests ask for the same explicitly.
      size: page.props?.max_page_size ?? params.size,
      order: params.order ?? page.view?.order,
      direction: params.direction ?? page.view?.order_direction,
      before: endsWithFolder && size > 1 ? { cursor: params.cursor, size } : undefined,
    },
  }
}

const toPage = <Next>(
  page: FileListPage,
  next: Next | undefined,
  sharedStrings?: Map<string, string>,
): Page<FileRow, Next, FolderListHead> => {
  const capability = page.props?.capability ?? null
  return {
    rows: page.files.map((file) => toFileRow(file, capability, sharedStrings)),
    head: toFolderListHead(page),
    isIncomplete: page.recursion_limit_reached ?? false,
    next,
  }
}

/** Pages of a folder or of the trash. */
export function createFilePageSource(
  uri: string,
  first: FilePageRequest,
): PageSource<FileRow, FilePageRequest, FolderListHead> {
  const sharedStrings = new Map<string, string>()
  return async (given, signal) => {
    const { page, next } = await readFilePage(
      (params) => listFiles(uri, params, signal),
      given ?? first,
    )
    return toPage(page, next, sharedStrings)
  }
}

/** Pages of a search in the order of the service: the public server sorts no search across folders. */
export function createSearchPageSource(
  uri: string,
): PageSource<FileRow, FilePageParams, FolderListHead> {
  return async (params, signal) => {
    const page = await listFiles(uri, params ?? {}, signal)
    const cursor = page.pagination?.next_token
    return toPage(page, cursor ? { cursor, size: page.props?.max_page_size } : undefined)
  }
}
