import type { QueryClient } from '@tanstack/react-query'
import type { LinkRecord } from '#src/api/links/link-record.ts'
import { getLink, getOwnLink } from '#src/api/links/links.ts'
import { isOutageError } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode, isNotFound, TransportError } from '#src/contract/errors.ts'
import { listOfLinks } from '#src/features/links/list/link-list-patches.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { toLinkRow } from '#src/lists/rows/link-row.ts'

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

export type DeadLinkReader = {
  /**
   * Reads links that were dead when they were to be deleted. Resolves to those that work by now, since they were revived
   * elsewhere, and to those that cannot be read: by id, with the reason to keep them. The rows of the former show it.
   * Rejects where the service is not reached.
   */
  readonly findRevived: (
    client: QueryClient,
    items: readonly JobItem[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, Error>>
  readonly isKnownDead: (item: JobItem) => boolean
}

/** Reads each link once for one job, however often its deletion is sent. */
export function createDeadLinkReader(): DeadLinkReader {
  const dead = new Set<string>()
  const kept = new Map<string, Error>()
  const itWorksAgain = new ApiError({ code: ErrorCode.linkRevived })
  return {
    findRevived: async (client, items, signal) => {
      const unread = items.filter(({ id }) => !dead.has(id) && !kept.has(id))
      await forEachConcurrently(unread, maxInFlight, async ({ id }) => {
        try {
          const link = await readLiveLink(id, signal)
          if (!link) {
            dead.add(id)
            return
          }
          kept.set(id, itWorksAgain)
          // It is hidden until the job has ended.
          listOfLinks(client)?.replace([toLinkRow(link)])
        } catch (error) {
          const isOfLink =
            error instanceof ApiError || (error instanceof TransportError && !isUnanswered(error))
          if (!isOfLink) throw error
          kept.set(id, error)
        }
      })
      return kept
    },
    isKnownDead: ({ id }) => dead.has(id),
  }
}
