import {
  getUncheckedContentUrl,
  getUncheckedContentUrls,
  fetchContent,
} from '#src/api/files/content.ts'
import { isOutageError, retryOnTransientError } from '#src/api/retry-requests.ts'
import { isTransient } from '#src/api/transient-errors.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode, TransportError } from '#src/contract/errors.ts'
import { isUnlistedStorageOriginError, StorageError } from '#src/contract/storage-error.ts'

/** Bytes that are asked for at once, so that a long file needs neither one long answer nor much memory. */
const partBytes = 4 * 1024 * 1024
/** Files whose addresses are asked for in one request. */
const filesPerRequest = 20
/** How often a request is sent again when the service is there and fails. */
const maxRetries = 3

/** What is to be read: `size` in bytes when it was listed. */
type FileToRead = { readonly uri: string; readonly size: number }

/** The beginning of a file, and how to go on. */
export type OpenedContent = {
  readonly first: Uint8Array<ArrayBuffer>
  /** Bytes of the whole file. */
  readonly size: number
  /** The bytes behind `first`. Throws when they cannot be had. */
  readonly rest: () => AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>
}

type ReaderOptions = {
  readonly signal: AbortSignal
  /** Every address spends a download: each is asked for when its file is opened, and none again because it has expired. */
  readonly isLimited: boolean
  /** Called before each wait, and when what was waited for has come. */
  readonly onPause: (isPaused: boolean) => void
}

/** Reads files in parts, and waits while the service cannot be reached. */
export class ContentReader {
  readonly #files: readonly FileToRead[]
  readonly #options: ReaderOptions
  readonly #portions = new Map<number, Promise<readonly string[]>>()
  /** When a storage that has answered does so no longer, it is an outage; before, its CORS rules may be the reason. */
  #hasAnswered = false

  /** `files` in the order in which they are opened. */
  constructor(files: readonly FileToRead[], options: ReaderOptions) {
    this.#files = files
    this.#options = options
  }

  /**
   * Opens the file at `index`. Throws the reason why it cannot be had; for one that was listed as empty and still is,
   * perhaps status 416.
   */
  async open(index: number): Promise<OpenedContent> {
    const file = this.#files[index]
    if (!file) throw new RangeError('no such file')
    // What was listed as empty may be long by now.
    const isOnePart = file.size > 0 && file.size <= partBytes
    let address = await this.#addressOf(index, file)
    const readNow = (start: number) =>
      this.#send(() =>
        fetchContent(
          address,
          isOnePart ? undefined : { start, length: partBytes },
          this.#options.signal,
        ),
      )
    const read = async (start: number) => {
      try {
        return await readNow(start)
      } catch (error) {
        if (!isExpired(error) || this.#options.isLimited) throw error
        address = await this.#askFor(file)
        return readNow(start)
      }
    }
    const { bytes: first, tag, total = isOnePart ? first.length : file.size } = await read(0)
    this.#hasAnswered = true
    // How much there is behind the first part is then not known.
    if (!total && first.length === partBytes) throw new ApiError({ code: ErrorCode.staleVersion })
    const size = Math.max(total, first.length)
    return {
      first,
      size,
      rest: async function* () {
        for (let at = first.length; at < size;) {
          const { bytes, ...part } = await read(at)
          // An address leads to one version; another one for it, when it has expired, perhaps to a later one.
          if ((part.tag ?? tag) !== (tag ?? part.tag) || (part.total ?? total) !== total)
            throw new ApiError({ code: ErrorCode.staleVersion })
          if (bytes.length === 0 || at + bytes.length > size) throw new TransportError('malformed')
          yield bytes
          at += bytes.length
        }
      },
    }
  }

  async #addressOf(index: number, file: FileToRead): Promise<string> {
    if (this.#options.isLimited) return this.#askFor(file)
    const portion = Math.floor(index / filesPerRequest)
    let asked = this.#portions.get(portion)
    if (!asked) {
      const begin = portion * filesPerRequest
      const uris = this.#files.slice(begin, begin + filesPerRequest).map(({ uri }) => uri)
      asked = this.#send(() => getUncheckedContentUrls(uris, this.#options.signal)).catch(
        (error: unknown) => {
          // The reason may be one of the files.
          if (error instanceof ApiError) return []
          throw error
        },
      )
      this.#portions.set(portion, asked).delete(portion - 2)
    }
    const address = (await asked)[index % filesPerRequest]
    // The answer for this file alone says why there is none.
    return address || this.#askFor(file)
  }

  readonly #askFor = ({ uri }: FileToRead): Promise<string> =>
    this.#send(() => getUncheckedContentUrl(uri, this.#options.signal))

  /** Sends until an answer comes; during an outage without a limit. */
  async #send<T>(request: () => Promise<T>): Promise<T> {
    const { signal, onPause } = this.#options
    const isStorage = (error: unknown) => error instanceof StorageError && !this.#hasAnswered
    return sendUntilAnswered(request, { signal, onPause, isRefused: isStorage })
  }
}

/**
 * Sends until an answer comes: without a limit while there is no network or the service cannot be reached, unless
 * `isRefused` says that it is something else, otherwise a few times. Throws the last error, or the signal's reason.
 */
export async function sendUntilAnswered<T>(
  request: () => Promise<T>,
  {
    signal,
    onPause,
    isRefused = () => false,
  }: Pick<ReaderOptions, 'signal' | 'onPause'> & { isRefused?: (error: unknown) => boolean },
): Promise<T> {
  let isPaused = false
  try {
    return await retryOnTransientError(request, {
      maxRetries,
      signal,
      isRetryable: (error) => isTransient(error) && !isUnlistedStorageOriginError(error),
      isUnlimited: (error) => !navigator.onLine || (isOutageError(error) && !isRefused(error)),
      onRetry: () => onPause((isPaused = true)),
    })
  } finally {
    if (isPaused) onPause(false)
  }
}

const isExpired = (error: unknown): boolean =>
  hasErrorCode(error, ErrorCode.signatureExpired) ||
  (error instanceof StorageError && (error.code === 'ExpiredToken' || error.status === 403))
