import { sendAuthenticated } from '#src/api/client.ts'
import { fileFromWire, fileListFromWire } from '#src/api/wire/wire-records.ts'
import { toWireUri } from '#src/api/wire/wire-uri.ts'
import { File, FileListPage, MetadataKey } from '#src/contract/file.ts'
import { NoData } from '#src/contract/schema.ts'
import { formatUri, uriWithScheme } from '#src/contract/uri.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'

export type FilePageParams = {
  /** When absent, the folder's effective view decides. */
  size?: number | undefined
  order?: string | undefined
  direction?: string | undefined
  cursor?: string | undefined
}

/**
 * The first page of the trash, newest deletion first. Size and order are explicit because the default leaks between
 * users on the public server (docs/protocol.md §3.3).
 */
export const firstTrashPageParams = { size: 500, order: 'updated_at', direction: 'desc' }

/**
 * The URI of a search for deleted items whose path before contains `text`, which is escaped as in a URI
 * (docs/protocol.md §4.7).
 */
export const trashSearchUri = (text: string): string =>
  formatUri({ host: 'trash', segments: [], search: [[`meta_${MetadataKey.restoreUri}`, text]] })

/**
 * `GET /file` (docs/protocol.md §4.2): one page of a folder, of the trash, or of a search (conditions in the URI).
 * Throws 40016, 403, 404.
 */
export async function listFiles(
  uri: string,
  page: FilePageParams,
  signal?: AbortSignal,
): Promise<FileListPage> {
  const list = await sendAuthenticated(FileListPage, {
    method: 'GET',
    path: '/file',
    query: {
      uri: toWireUri(uri),
      page_size: page.size,
      order_by: page.order,
      order_direction: page.direction,
      next_page_token: page.cursor || undefined,
    },
    signal,
  })
  return fileListFromWire(list)
}

export type GetFileOptions = { extended?: boolean; folderSummary?: boolean }

/**
 * `GET /file/info` (docs/protocol.md §4.3): one item. `extended` adds links, versions and the stored view, for its
 * owner only. Throws 40016, 40082.
 */
export async function getFile(
  uri: string,
  detail: GetFileOptions = {},
  signal?: AbortSignal,
): Promise<File> {
  const file = await sendAuthenticated(File, {
    method: 'GET',
    path: '/file/info',
    query: {
      uri: toWireUri(uri),
      extended: detail.extended || undefined,
      folder_summary: detail.folderSummary || undefined,
    },
    signal,
  })
  return fileFromWire(file)
}

/**
 * `GET /file/info` by id: an item of the user's own, wherever it is now. Throws -1 (no such item), 40082 (not the
 * user's own).
 */
export async function getFileById(id: string, signal?: AbortSignal): Promise<File> {
  return fileFromWire(
    await sendAuthenticated(File, { method: 'GET', path: '/file/info', query: { id }, signal }),
  )
}

/**
 * `POST /file/create` (docs/protocol.md §8.1): a new, empty item. Throws 40004 (name taken), 40052 (illegal name),
 * 40073, 403.
 */
export async function createEmptyItem(
  uri: string,
  type: 'file' | 'folder',
  signal?: AbortSignal,
): Promise<File> {
  const file = await sendAuthenticated(File, {
    method: 'POST',
    path: '/file/create',
    body: { uri: toWireUri(uri), type, err_on_conflict: true },
    signal,
  })
  return fileFromWire(file)
}

/**
 * `POST /file/create` (docs/protocol.md §4.9): a shortcut at `uri`, which leads to `link`, the URI behind a share link of
 * the user with the id `owner`. Throws like {@link createEmptyItem}.
 */
export async function createShortcut(
  uri: string,
  { link, owner, isFolder }: { link: string; owner: string; isFolder: boolean },
): Promise<File> {
  const metadata = {
    // Not `toWireUri`, which would add the password of the link.
    [MetadataKey.sharedRedirect]: uriWithScheme(link, runtimeConfig.scheme),
    ...(owner ? { [MetadataKey.sharedOwner]: owner } : {}),
  }
  const file = await sendAuthenticated(File, {
    method: 'POST',
    path: '/file/create',
    body: {
      uri: toWireUri(uri),
      type: isFolder ? 'folder' : 'file',
      err_on_conflict: true,
      metadata,
    },
  })
  return fileFromWire(file)
}

/** `POST /file/rename` (docs/protocol.md §8.1). Throws 40004 (name taken), 40052 (illegal name), 40016, 40073, 403. */
export async function renameFile(uri: string, name: string): Promise<File> {
  const file = await sendAuthenticated(File, {
    method: 'POST',
    path: '/file/rename',
    body: { uri: toWireUri(uri), new_name: name },
  })
  return fileFromWire(file)
}

/** Time limit of a write of many items, in ms. */
const batchTimeLimitMs = 120_000

async function sendBatch(
  method: 'POST' | 'DELETE',
  path: string,
  uris: readonly string[],
  rest: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<void> {
  const body = { uris: uris.map(toWireUri), ...rest }
  await sendAuthenticated(NoData, { method, path, body, signal, timeLimitMs: batchTimeLimitMs })
}

/**
 * `POST /file/move` (docs/protocol.md §8.1): moves or copies. A taken name fails the whole batch (40004), a missing
 * item fails alone (40081). Throws 40016 and 403 for the destination, 40073, 40051 (no room for the copy), 40074.
 */
export const transferFiles = (
  uris: readonly string[],
  folder: string,
  isCopy: boolean,
  signal?: AbortSignal,
): Promise<void> =>
  sendBatch('POST', '/file/move', uris, { dst: toWireUri(folder), copy: isCopy }, signal)

/**
 * `DELETE /file` (docs/protocol.md §6.1): to the trash, or permanently. Throws 40081 for single items, 40073 for all of
 * them, 40074.
 */
export const deleteFiles = (
  uris: readonly string[],
  isPermanent: boolean,
  signal?: AbortSignal,
): Promise<void> =>
  sendBatch('DELETE', '/file', uris, isPermanent ? { skip_soft_delete: true } : {}, signal)

/**
 * `POST /file/restore` (docs/protocol.md §6.3): from the trash to where each item was. Throws 40081 with 40004, 40016,
 * 40073.
 */
export const restoreFiles = (uris: readonly string[], signal?: AbortSignal): Promise<void> =>
  sendBatch('POST', '/file/restore', uris, {}, signal)

/**
 * `DELETE /file/trash` (docs/protocol.md §6.2): permanently deletes everything in the trash. Throws 40073 and 40081;
 * what was deleted before stays deleted. A server that does not support it answers with HTTP 404 and no envelope.
 */
export async function emptyTrash(signal?: AbortSignal): Promise<void> {
  await sendAuthenticated(NoData, {
    method: 'DELETE',
    path: '/file/trash',
    signal,
    timeLimitMs: batchTimeLimitMs,
  })
}

/**
 * `PATCH /file/view` (docs/protocol.md §3.1): saves the view of a folder or of the root of the trash; null removes it,
 * so that the folder inherits again. Throws 40001 (`message` names the field), 40016, 40073, 40082, 403.
 */
export async function saveView(
  uri: string,
  view: ViewSetting | null,
  signal?: AbortSignal,
): Promise<void> {
  const body = { uri: toWireUri(uri), view }
  await sendAuthenticated(NoData, { method: 'PATCH', path: '/file/view', body, signal })
}
