import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import { BatchError, toApiError, TransportError } from '#src/contract/errors.ts'
import { File } from '#src/contract/file.ts'
import { runtime } from '#src/lib/runtime.ts'
import { readFile } from './addresses.ts'
import { toWire } from './wire-uri.ts'
import { send } from './client.ts'
import { exchangeRaw, pathBelowApi } from './raw.ts'

/**
 * `PUT /file/content`: creates the file or overwrites it. With `previous`, 40076 unless that is its version. Throws
 * 40016, 40049, 40051, 40052, 403, and 40073.
 */
export async function writeFile(
  uri: string,
  bytes: Uint8Array<ArrayBuffer>,
  previous?: string,
): Promise<File> {
  const file = await send(File, {
    method: 'PUT',
    path: '/file/content',
    query: { uri: toWire(uri), previous },
    bytes,
  })
  return readFile(file)
}

const Addresses = v.object({ urls: v.array(v.object({ url: v.string() })) })

/** A batch of one fails as its one item. */
function onlyFailure(error: unknown): unknown {
  const [failure] = error instanceof BatchError ? error.failures.values() : []
  return failure ?? error
}

/** What is at an address that the service gave. */
async function readAddress(address: string, signal: AbortSignal | undefined) {
  const path = pathBelowApi(address)
  const answer = await exchangeRaw({ method: 'GET', path, signal })
  const { status, envelope, correlationId, bytes, headers } = answer
  if (envelope && envelope.code !== Code.ok) throw toApiError(envelope, correlationId)
  if (status !== 200) throw new TransportError('http', { status, correlationId })
  return { bytes, type: headers.get('content-type') ?? '' }
}

/** Throws like {@link readFileBytes}, and `TransportError` for an answer without an address. */
async function askAddress(uri: string, isDownload: boolean, signal?: AbortSignal): Promise<string> {
  const { urls } = await send(Addresses, {
    method: 'POST',
    path: '/file/url',
    body: { uris: [toWire(uri)], download: isDownload, no_cache: isDownload },
    signal,
  }).catch((error: unknown) => {
    throw onlyFailure(error)
  })
  return urls[0]?.url ?? ''
}

/**
 * An address of a file's content on this origin, good for an hour and without a bearer (contract.md §8). With
 * `isDownload` it is sent to be kept. Throws 40016, 40077, 403, and `TransportError`.
 */
export async function getFileAddress(
  uri: string,
  isDownload: boolean,
  signal?: AbortSignal,
): Promise<string> {
  return runtime.apiBase + pathBelowApi(await askAddress(uri, isDownload, signal))
}

/** The bytes of a file, through an address of `POST /file/url`. Throws 40016, 40077, 403, and `TransportError`. */
export async function readFileBytes(
  uri: string,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return (await readAddress(await askAddress(uri, true, signal), signal)).bytes
}

const ThumbAddress = v.object({ url: v.string() })

/**
 * The thumbnail of a file, through the address that `GET /file/thumb` gives. Throws 40077 or -1 where there is none,
 * 40016, 40073, 403, and `TransportError`.
 */
export async function getThumb(uri: string, signal?: AbortSignal): Promise<Blob> {
  const { url } = await send(ThumbAddress, {
    method: 'GET',
    path: '/file/thumb',
    query: { uri: toWire(uri) },
    signal,
  })
  const { bytes, type } = await readAddress(url, signal)
  return new Blob([bytes], { type: type.startsWith('image/') ? type : '' })
}

/**
 * `POST /file/url`: an address under this origin that the browser saves from, of one file, or with `isArchive` of all of
 * them packed together. Throws 40007 where archives are not for this user, 40016, 40074, 40077, 403.
 */
export async function downloadAddress(
  uris: readonly string[],
  isArchive: boolean,
  signal?: AbortSignal,
): Promise<string> {
  const { urls } = await send(Addresses, {
    method: 'POST',
    path: '/file/url',
    body: { uris: uris.map(toWire), download: true, ...(isArchive ? { archive: true } : {}) },
    signal,
  }).catch((error: unknown) => {
    throw onlyFailure(error)
  })
  return runtime.apiBase + pathBelowApi(urls[0]?.url ?? '')
}
