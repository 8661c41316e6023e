import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import { BatchError, toApiError, TransportError } from '#src/contract/errors.ts'
import { File } from '#src/contract/file.ts'
import { readFile, toWire } from './addresses.ts'
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

/** The bytes of a file, through an address of `POST /file/url`. Throws 40016, 40077, 403, and `TransportError`. */
export async function readFileBytes(
  uri: string,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const { urls } = await send(Addresses, {
    method: 'POST',
    path: '/file/url',
    body: { uris: [toWire(uri)], download: true, no_cache: true },
    signal,
  }).catch((error: unknown) => {
    throw onlyFailure(error)
  })
  return (await readAddress(urls[0]?.url ?? '', signal)).bytes
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
