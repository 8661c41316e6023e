import { removeLink, removeLinks, removeLinksOnClose } from '#src/api/links/link-deletion.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import {
  ApiError,
  BatchError,
  hasErrorCode,
  isNotFound,
  TransportError,
} from '#src/contract/errors.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { readLinkNamesById } from './read-link-names.ts'

/** Deletes links one by one. A link that is not there any more is deleted. */
async function deleteOneByOne(items: readonly JobItem[], signal: AbortSignal): Promise<void> {
  const failures = new Map<string, ApiError>()
  for (const { id, uri } of items) {
    try {
      await removeLink(id, signal)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!isNotFound(error)) failures.set(uri, error)
    }
  }
  if (failures.size > 0) throw new BatchError({ code: ErrorCode.batchIncomplete }, failures)
}

/**
 * Whether one id may have made the service refuse all of them. The public server then answers with two JSON documents,
 * which cannot be read (docs/protocol.md §5.4).
 */
const isOneMalformed = (error: unknown): boolean =>
  hasErrorCode(error, ErrorCode.invalidParameters) ||
  (error instanceof TransportError && error.reason === 'malformed')

/** Only some services have the endpoint that deletes several links; the others answer 404 or 405. */
const isUnknownCall = (error: unknown): boolean =>
  error instanceof TransportError && (error.status === 404 || error.status === 405)

export type LinkDeleter = {
  readonly send: (items: readonly JobItem[], signal: AbortSignal) => Promise<void>
  readonly isDeleted: (item: JobItem, signal: AbortSignal) => Promise<boolean>
}

/** Deletes links of one job, together where the service can, and finds out what became of them. */
export function createLinkDeleter(): LinkDeleter {
  let canDeleteTogether = true
  let known: Promise<Map<string, string>> | undefined

  const send = async (items: readonly JobItem[], signal: AbortSignal): Promise<void> => {
    if (canDeleteTogether) {
      try {
        return await removeLinks(
          items.map(({ id }) => id),
          signal,
        )
      } catch (error) {
        canDeleteTogether = !isUnknownCall(error)
        if (canDeleteTogether && !isOneMalformed(error)) throw error
      }
    }
    await deleteOneByOne(items, signal)
  }
  return {
    send: async (items, signal) => {
      try {
        await send(items, signal)
      } finally {
        // A list that was read before this request does not show what it did.
        known = undefined
      }
    },
    /** Reads the whole list once for all items of a request. */
    isDeleted: async ({ id }, signal) => {
      const reading = (known ??= readLinkNamesById(signal))
      try {
        return !(await reading).has(id)
      } catch (error) {
        if (known === reading) known = undefined
        throw error
      }
    },
  }
}

/** A browser takes 64 kB of requests that outlive their page. */
const maxBytesOnClose = 60_000
const maxIdsPerRequest = 1_000

/** The page is closing, so no failure can be shown. The next start looks up which links still exist. */
export function sendDeletionOnClose(items: readonly JobItem[]): void {
  let bytes = 0
  for (let start = 0; start < items.length; start += maxIdsPerRequest) {
    const ids = items.slice(start, start + maxIdsPerRequest).map(({ id }) => id)
    bytes += JSON.stringify({ ids }).length
    if (bytes > maxBytesOnClose) return
    removeLinksOnClose(ids).catch(() => undefined)
  }
}
