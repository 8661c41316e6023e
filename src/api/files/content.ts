import { sendAuthenticated } from '#src/api/client.ts'
import {
  apiPathOfUrl,
  type ByteRange,
  type ContentPart,
  fetchContentBytes,
  type FetchedContent,
  readTimeLimitMs,
  sendTimeLimitOf,
} from '#src/api/wire/raw-request.ts'
import { fileFromWire } from '#src/api/wire/wire-records.ts'
import { toWireUri } from '#src/api/wire/wire-uri.ts'
import { ContentUrls } from '#src/contract/content.ts'
import { BatchError } from '#src/contract/errors.ts'
import { File } from '#src/contract/file.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'
import { fetchFromSignedUrl, requireAllowedOrigin } from './storage.ts'

/**
 * `PUT /file/content` (docs/protocol.md §8.5): creates the file or overwrites it. With `previous`, throws 40076 unless
 * that is its current version. Throws 40016, 40049, 40051, 40052, 403 and 40073.
 */
export async function putFileContent(
  uri: string,
  bytes: Uint8Array<ArrayBuffer>,
  previous?: string,
): Promise<File> {
  const file = await sendAuthenticated(File, {
    method: 'PUT',
    path: '/file/content',
    query: { uri: toWireUri(uri), previous },
    bytes,
    timeLimitMs: sendTimeLimitOf(bytes),
  })
  return fileFromWire(file)
}

/**
 * A URL that the service gave, as the page can use it: on this origin, or on that of a storage that the deployment names.
 * Throws `TransportError` for any other.
 */
function usableUrl(address: string): string {
  const path = apiPathOfUrl(address)
  return path === undefined ? requireAllowedOrigin(address) : runtimeConfig.apiBase + path
}

type ContentOptions = {
  signal?: AbortSignal | undefined
  /** Id of a version; the current one unless given. */
  version?: string
}

/** The only URL that the service gives, '' if none. Throws the error of the only item instead of the 40081 around it. */
async function requestUrl(body: object, signal: AbortSignal | undefined): Promise<string> {
  try {
    const request = { method: 'POST', path: '/file/url', body, signal } as const
    return (await sendAuthenticated(ContentUrls, request)).urls[0]?.url ?? ''
  } catch (error) {
    const [failure] = error instanceof BatchError ? error.failures.values() : []
    throw failure ?? error
  }
}

/**
 * Requests the content URL of one file. Throws like {@link getFileBytes}, and `TransportError` for a response without
 * a URL.
 */
const requestContentUrl = (
  uri: string,
  isDownload: boolean,
  { signal, version: entity }: ContentOptions = {},
): Promise<string> =>
  requestUrl({ uris: [toWireUri(uri)], download: isDownload, no_cache: isDownload, entity }, signal)

/**
 * A URL of a file's content, valid for an hour and without a bearer (docs/protocol.md §8.4). With
 * `isDownload` the browser saves it. Throws 40016, 40077, 403 and `TransportError`.
 */
export async function getContentUrl(
  uri: string,
  isDownload: boolean,
  options?: ContentOptions,
): Promise<string> {
  return usableUrl(await requestContentUrl(uri, isDownload, options))
}

/**
 * The bytes of a file, through a URL of `POST /file/url` (docs/protocol.md §8.4). Throws 40016, 40077, 403 and
 * `TransportError`.
 */
export async function getFileBytes(
  uri: string,
  signal?: AbortSignal,
  part: ContentPart = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const address = await getUncheckedContentUrl(uri, signal)
  const path = apiPathOfUrl(address)
  if (path !== undefined) {
    const limited = { ...part, timeLimitMs: readTimeLimitMs }
    return (await fetchContentBytes(path, signal, limited)).bytes
  }
  return (await fetchFromSignedUrl(requireAllowedOrigin(address), signal, part)).bytes
}

/**
 * The address of the content of a file, valid for an hour, for {@link fetchContent}. Throws like {@link getFileBytes}.
 */
export const getUncheckedContentUrl = (uri: string, signal?: AbortSignal): Promise<string> =>
  requestContentUrl(uri, true, { signal })

/** Works like {@link getUncheckedContentUrl} for several files; the URL is '' for those that the service refuses. */
export async function getUncheckedContentUrls(
  uris: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { urls } = await sendAuthenticated(ContentUrls, {
    method: 'POST',
    path: '/file/url',
    body: { uris: uris.map(toWireUri), download: true, no_cache: true, skip_error: true },
    signal,
  })
  return uris.map((_, at) => urls[at]?.url ?? '')
}

/**
 * Fetches the bytes at a URL from {@link getUncheckedContentUrl}, or the `range` of them where the service keeps to it.
 * Throws 40005 (expired) and others like {@link getFileBytes}.
 */
export async function fetchContent(
  address: string,
  range: ByteRange | undefined,
  signal?: AbortSignal,
): Promise<FetchedContent> {
  const path = apiPathOfUrl(address)
  if (path !== undefined)
    return fetchContentBytes(path, signal, { range, timeLimitMs: readTimeLimitMs })
  return fetchFromSignedUrl(requireAllowedOrigin(address), signal, { range })
}

/**
 * `POST /file/url` (docs/protocol.md §8.4): a URL that the browser downloads from, of one file, or with
 * `isArchive` of all items in one archive. Throws 40007 when archives are not allowed for this user, 40016, 40074,
 * 40077, 403.
 */
export async function getDownloadUrl(
  uris: readonly string[],
  isArchive: boolean,
  signal?: AbortSignal,
): Promise<string> {
  const body = { uris: uris.map(toWireUri), download: true, archive: isArchive || undefined }
  return usableUrl(await requestUrl(body, signal))
}
