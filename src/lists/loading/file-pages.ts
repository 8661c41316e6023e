import { listFiles } from '#src/api/files/files.ts'
import { FileType } from '#src/contract/file.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'
import { type FolderListHead, toFolderListHead } from '#src/lists/rows/folder-list-head.ts'
import type { PageSource } from './page-loader.ts'

type PageParam = {
  cursor: string | undefined
  size: number | undefined
  order: string | undefined
  direction: string | undefined
  /** The page before, when it ended with a folder: requested again one row shorter if this one begins with a file. */
  before?: { cursor: string | undefined; size: number } | undefined
}

/**
 * Pages of a folder or of the trash. The public server loses files when a page ends exactly on the last folder: a full
 * page that ends with a folder, followed by one that is empty or begins with a file, is requested again one row shorter.
 */
export function createFilePageSource(
  uri: string,
  first: Omit<PageParam, 'cursor' | 'before'>,
): PageSource<FileRow, PageParam, FolderListHead> {
  const sharedStrings = new Map<string, string>()
  return async (given, signal) => {
    let param: PageParam = given ?? { ...first, cursor: undefined }
    let page = await listFiles(uri, param, signal)
    if (param.before && (page.files[0]?.type ?? FileType.file) === FileType.file) {
      const { cursor, size } = param.before
      param = { ...param, cursor, size: size - 1, before: undefined }
      page = await listFiles(uri, param, signal)
    }
    const capability = page.props?.capability ?? null
    const rows = page.files.map((file) => toFileRow(file, capability, sharedStrings))
    const head = toFolderListHead(page)
    const cursor = page.pagination?.next_token
    if (!cursor) return { rows, head }
    const pageSize = page.pagination?.page_size ?? rows.length
    const endsWithFolder = rows.length >= pageSize && rows.at(-1)?.isFolder === true
    return {
      rows,
      head,
      next: {
        cursor,
        // The first answer names the view in force; later requests ask for the same explicitly.
        size: page.props?.max_page_size ?? param.size,
        order: param.order ?? page.view?.order,
        direction: param.direction ?? page.view?.order_direction,
        ...(endsWithFolder && rows.length > 1
          ? { before: { cursor: param.cursor, size: rows.length } }
          : {}),
      },
    }
  }
}

/** Pages of a search in the order of the service: the public server sorts no search across folders. */
export function createSearchPageSource(
  uri: string,
): PageSource<FileRow, { cursor: string; size: number | undefined }, FolderListHead> {
  return async (param, signal) => {
    const page = await listFiles(uri, { ...param }, signal)
    const capability = page.props?.capability ?? null
    const cursor = page.pagination?.next_token
    return {
      rows: page.files.map((file) => toFileRow(file, capability)),
      head: toFolderListHead(page),
      ...(page.recursion_limit_reached ? { isIncomplete: true } : {}),
      ...(cursor ? { next: { cursor, size: page.props?.max_page_size } } : {}),
    }
  }
}
