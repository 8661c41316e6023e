import type { QueryClient } from '@tanstack/react-query'
import { removeLink, removeLinks } from '#src/api/links/link-deletion.ts'
import { firstLinkPageParams, listLinks } from '#src/api/links/link-list.ts'
import type { LinkRecord } from '#src/api/links/link-record.ts'
import { getLink, getOwnLink } from '#src/api/links/links.ts'
import { isOutageError } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import {
  ApiError,
  BatchError,
  hasErrorCode,
  isNotFound,
  TransportError,
} from '#src/contract/errors.ts'
import { listOfLinks } from '#src/features/links/list/link-list-patches.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { toLinkRow } from '#src/lists/rows/link-row.ts'

/**
 * Resolves to the names of the user's links, by id, dead ones too. A single link cannot be looked up: a dead one and
 * one that does not exist are both answered with 404 (docs/protocol.md §5.5).
 */
export async function readLinkNamesById(signal?: AbortSignal): Promise<Map<string, string>> {
  const links = new Map<string, string>()
  let cursor: string | undefined
  do {
    const page = await listLinks({ ...firstLinkPageParams, cursor }, signal)
    for (const { id, name } of page.parseLinks()) links.set(id, name)
    cursor = page.next
  } while (cursor)
  return links
}

/** Deletes links one by one. A link that is not there any more is deleted. */
async function deleteOneByOne(items: readonly JobItem[], signal: AbortSignal): Promise<void> {
  const failures = new Map<string, ApiError>()
  for (const { id, uri } of items) {
    try {
      await removeLink(id, { signal })
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

/** Links that are read at the same time for one request of a deletion. */
const maxInFlight = 2

/** Whether the service answered nothing about the link: asking again will tell. */
const isUnanswered = (error: TransportError): boolean =>
  isOutageError(error) || error.reason === 'timeout' || error.status === 429

/** The record of a link, undefined where it is dead. Rejects where that is not known. */
async function readLiveLink(id: string, signal: AbortSignal): Promise<LinkRecord | undefined> {
  try {
    const link = await getOwnLink(id, undefined, signal).catch(async (error: unknown) => {
      if (!hasErrorCode(error, ErrorCode.wrongPassword)) throw error
      // Without the password the service does not tell that the item is in a deleted folder.
      const { password } = await getLink(id, signal)
      return getOwnLink(id, password ?? undefined, signal)
    })
    return link.isExpired ? undefined : link
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** Deletes the links of one job, together where the service can, and finds out what becomes of them. */
export class LinkDeletion {
  #canDeleteTogether = true
  #known: Promise<Map<string, string>> | undefined
  /** What each link that was dead was found to be, however often its deletion is sent. */
  readonly #dead = new Set<string>()
  readonly #kept = new Map<string, Error>()

  async send(items: readonly JobItem[], signal: AbortSignal): Promise<void> {
    try {
      await this.#send(items, signal)
    } finally {
      // A list that was read before this request does not show what it did.
      this.#known = undefined
    }
  }

  async #send(items: readonly JobItem[], signal: AbortSignal): Promise<void> {
    if (this.#canDeleteTogether) {
      try {
        return await removeLinks(
          items.map(({ id }) => id),
          { signal },
        )
      } catch (error) {
        this.#canDeleteTogether = !isUnknownCall(error)
        if (this.#canDeleteTogether && !isOneMalformed(error)) throw error
      }
    }
    await deleteOneByOne(items, signal)
  }

  /** Reads the whole list once for all items of a request. */
  async isDeleted({ id }: JobItem, signal: AbortSignal): Promise<boolean> {
    const reading = (this.#known ??= readLinkNamesById(signal))
    try {
      return !(await reading).has(id)
    } catch (error) {
      if (this.#known === reading) this.#known = undefined
      throw error
    }
  }

  /**
   * Reads links that were dead when they were to be deleted. Resolves to those that work by now, since they were revived
   * elsewhere, and to those that cannot be read: by id, with the reason to keep them. The rows of the former show it.
   * Rejects where the service is not reached.
   */
  async findRevived(
    client: QueryClient,
    items: readonly JobItem[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Error>> {
    const unread = items.filter(({ id }) => !this.#dead.has(id) && !this.#kept.has(id))
    await forEachConcurrently(unread, maxInFlight, async ({ id }) => {
      try {
        const link = await readLiveLink(id, signal)
        if (!link) {
          this.#dead.add(id)
          return
        }
        this.#kept.set(id, new ApiError({ code: ErrorCode.linkRevived }))
        // It is hidden until the job has ended.
        listOfLinks(client)?.replace([toLinkRow(link)])
      } catch (error) {
        const isOfLink =
          error instanceof ApiError || (error instanceof TransportError && !isUnanswered(error))
        if (!isOfLink) throw error
        this.#kept.set(id, error)
      }
    })
    return this.#kept
  }

  isKnownDead({ id }: JobItem): boolean {
    return this.#dead.has(id)
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
    removeLinks(ids, { keepalive: true }).catch(() => undefined)
  }
}
