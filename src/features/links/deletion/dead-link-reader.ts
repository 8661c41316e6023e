import type { QueryClient } from '@tanstack/react-query'
import type { LinkRecord } from '#src/api/links/link-record.ts'
import { getLink, getOwnLink } from '#src/api/links/links.ts'
import { isOutageError } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode, TransportError } from '#src/contract/errors.ts'
import { listOfLinks } from '#src/features/links/list/link-list-patches.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { toLinkRow } from '#src/lists/rows/link-row.ts'

/** Links that are read at the same time for one request of a deletion. */
const maxInFlight = 2

/** Whether the service answered nothing about the link: asking again will tell. */
const isUnanswered = (error: TransportError): boolean =>
  isOutageError(error) || error.reason === 'timeout' || error.status === 429

/**
 * The record of a link, undefined where it is dead. One that cannot be read counts as dead too: the answer to its deletion
 * then decides. Rejects where the same request may succeed later.
 */
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
    const isRefused =
      error instanceof ApiError || (error instanceof TransportError && !isUnanswered(error))
    if (isRefused) return undefined
    throw error
  }
}

export type DeadLinkReader = {
  /**
   * Reads links that were dead when they were to be deleted. Resolves to those that work by now, since they were revived
   * elsewhere: by id, with the reason to keep them. Their rows show it.
   */
  readonly findRevived: (
    client: QueryClient,
    items: readonly JobItem[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, ApiError>>
  readonly isKnownDead: (item: JobItem) => boolean
}

/** Reads each link once for one job, however often its deletion is sent. */
export function createDeadLinkReader(): DeadLinkReader {
  const dead = new Set<string>()
  const revived = new Map<string, ApiError>()
  return {
    findRevived: async (client, items, signal) => {
      const unread = items.filter(({ id }) => !dead.has(id) && !revived.has(id))
      await forEachConcurrently(unread, maxInFlight, async ({ id }) => {
        const link = await readLiveLink(id, signal)
        if (!link) {
          dead.add(id)
          return
        }
        revived.set(id, new ApiError({ code: ErrorCode.linkRevived }))
        // It is hidden until the job has ended.
        listOfLinks(client)?.replace([toLinkRow(link)])
      })
      return revived
    },
    isKnownDead: ({ id }) => dead.has(id),
  }
}
