import { File, FileList } from '#src/contract/file.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { readFile, readFileList } from './addresses.ts'
import { toWire } from './wire-uri.ts'
import { nothing, send } from './client.ts'

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

/** `GET /file/info` of one's own item, wherever it is now. Throws -1 (no such item), 40082 (someone else's). */
export async function getFileById(id: string, signal?: AbortSignal): Promise<File> {
  return readFile(await send(File, { method: 'GET', path: '/file/info', query: { id }, signal }))
}

/** `POST /file/create`: a new, empty item. Throws 40004 (name taken), 40052 (illegal name), 40073, 403. */
export async function createFile(uri: string, type: 'file' | 'folder'): Promise<File> {
  const file = await send(File, {
    method: 'POST',
    path: '/file/create',
    body: { uri: toWire(uri), type, err_on_conflict: true },
  })
  return readFile(file)
}

/** `POST /file/rename`. Throws 40004 (name taken), 40052 (illegal name), 40016, 40073, 403. */
export async function renameFile(uri: string, name: string): Promise<File> {
  const file = await send(File, {
    method: 'POST',
    path: '/file/rename',
    body: { uri: toWire(uri), new_name: name },
  })
  return readFile(file)
}

/** Longest that a write of many items may take, in ms. */
const batchTimeLimit = 120_000

async function sendBatch(
  method: 'POST' | 'DELETE',
  path: string,
  uris: readonly string[],
  rest: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<void> {
  const body = { uris: uris.map(toWire), ...rest }
  await send(nothing, { method, path, body, signal, timeLimit: batchTimeLimit })
}

/**
 * `POST /file/move`, with `copy` also copies. A taken name stops all (40004), a missing item only itself (40081).
 * Throws 40016 and 403 for the destination, 40073, 40051 (no room for the copy), 40074.
 */
export const moveFiles = (
  uris: readonly string[],
  folder: string,
  isCopy: boolean,
  signal?: AbortSignal,
): Promise<void> =>
  sendBatch('POST', '/file/move', uris, { dst: toWire(folder), copy: isCopy }, signal)

/** `DELETE /file`: into the trash, or for good. Throws 40081 for single items, 40073 for all, 40074. */
export const deleteFiles = (
  uris: readonly string[],
  isPermanent: boolean,
  signal?: AbortSignal,
): Promise<void> =>
  sendBatch('DELETE', '/file', uris, isPermanent ? { skip_soft_delete: true } : {}, signal)

/** `POST /file/restore` (spec §4.3): out of the trash, to where each item was. Throws 40081 with 40004, 40016, 40073. */
export const restoreFiles = (uris: readonly string[], signal?: AbortSignal): Promise<void> =>
  sendBatch('POST', '/file/restore', uris, {}, signal)

/**
 * `DELETE /file/trash` (contract.md §6.2): deletes all that is in the trash, for good. Throws 40073 and 40081; what was
 * deleted before stays deleted. A server that does not know it answers with HTTP 404 and no envelope.
 */
export async function emptyTrash(signal?: AbortSignal): Promise<void> {
  await send(nothing, { method: 'DELETE', path: '/file/trash', signal, timeLimit: batchTimeLimit })
}

/**
 * `PATCH /file/view` (spec §4.1): how a folder, or the root of the trash, looks; null lets it look like the folder above
 * again. Throws 40001 (`message` names the field), 40016, 40073, 40082, 403.
 */
export async function saveView(
  uri: string,
  view: ViewSetting | null,
  signal?: AbortSignal,
): Promise<void> {
  const body = { uri: toWire(uri), view }
  await send(nothing, { method: 'PATCH', path: '/file/view', body, signal })
}
