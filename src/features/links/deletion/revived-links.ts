import type { QueryClient } from '@tanstack/react-query'
import type { LinkRecord } from '#src/api/links/link-record.ts'
import { getLink, getOwnLink } from '#src/api/links/links.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError, hasErrorCode, isNotFound } from '#src/contract/errors.ts'
import { listOfLinks } from '#src/features/links/list/link-list-patches.ts'
import type { SendItems } from '#src/jobs/job-definition.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { toLinkRow } from '#src/lists/rows/link-row.ts'

/** Links that are asked for at the same time by one request of a deletion. */
const maxInFlight = 2

/** The record of a link, undefined where it is dead. Only one that works asks its owner for the password. */
async function readLiveLink(id: string, signal: AbortSignal): Promise<LinkRecord | undefined> {
  try {
    const link = await getOwnLink(id, undefined, signal).catch((error: unknown) => {
      if (hasErrorCode(error, ErrorCode.wrongPassword)) return getLink(id, signal)
      throw error
    })
    return link.isExpired ? undefined : link
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/**
 * What `send` deletes but for links that were dead when they were to be deleted and work by now: they were revived
 * elsewhere. They are failures with `linkRevived`.
 */
export const keepRevivedLinks =
  <Item extends JobItem>(
    client: QueryClient,
    wasDead: (item: Item) => boolean,
    send: SendItems<Item>,
  ): SendItems<Item> =>
  async (items, signal) => {
    const failures = new Map<string, ApiError>()
    await forEachConcurrently(items.filter(wasDead), maxInFlight, async ({ id, uri }) => {
      const link = await readLiveLink(id, signal)
      if (!link) return
      // Its row is hidden until the job has ended.
      listOfLinks(client)?.replace([toLinkRow(link)])
      failures.set(uri, new ApiError({ code: ErrorCode.linkRevived }))
    })
    const others = items.filter(({ uri }) => !failures.has(uri))
    try {
      if (others.length > 0) await send(others, signal)
    } catch (error) {
      if (!(error instanceof BatchError) || failures.size === 0) throw error
      throw new BatchError(error, new Map([...error.failures, ...failures]))
    }
    if (failures.size > 0) throw new BatchError({ code: ErrorCode.batchIncomplete }, failures)
  }
