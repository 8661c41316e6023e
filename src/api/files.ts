import { File, FileList } from '#src/contract/file.ts'
import { readFile, readFileList, toWire } from './addresses.ts'
import { send } from './client.ts'

export type FilePage = {
  /** Left out, the folder's effective view decides. */
  size?: number | undefined
  order?: string | undefined
  direction?: string | undefined
  cursor?: string | undefined
}

/** `GET /file`: one page of a folder, of the trash, or of a search (conditions in the address). Throws 40016, 403, 404. */
export async function listFiles(
  uri: string,
  page: FilePage,
  signal?: AbortSignal,
): Promise<FileList> {
  const list = await send(FileList, {
    method: 'GET',
    path: '/file',
    query: {
      uri: toWire(uri),
      page_size: page.size,
      order_by: page.order,
      order_direction: page.direction,
      next_page_token: page.cursor || undefined,
    },
    signal,
  })
  return readFileList(list)
}

export type FileDetail = { extended?: boolean; folderSummary?: boolean }

/** `GET /file/info`: one item. `extended` adds links, versions and the stored view, for its owner. Throws 40016, 40082. */
export async function getFile(
  uri: string,
  detail: FileDetail = {},
  signal?: AbortSignal,
): Promise<File> {
  const file = await send(File, {
    method: 'GET',
    path: '/file/info',
    query: {
      uri: toWire(uri),
      extended: detail.extended || undefined,
      folder_summary: detail.folderSummary || undefined,
    },
    signal,
  })
  return readFile(file)
}
