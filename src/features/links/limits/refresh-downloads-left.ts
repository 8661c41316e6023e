import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isNotFound } from '#src/contract/errors.ts'
import { keys } from '#src/lists/keys.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'
import { linkDownloadsLeftQuery } from './link-downloads-left.ts'

/**
 * Downloads of a link have begun: reads how many are left, where its page has been opened and they are limited. Rejects
 * never.
 */
export async function refreshDownloadsLeft(client: QueryClient, id: string): Promise<void> {
  if (limitedRecords(client, id).length === 0) return
  try {
    const limit = await client.fetchQuery(linkDownloadsLeftQuery(id, undefined))
    showDownloadsLeft(client, id, limit?.left ?? null)
  } catch (error) {
    if (!isNotFound(error)) return
    // The last one was spent, or the link has expired or was deleted: the service does not say which.
    showDownloadsLeft(client, id, 0)
    client.setQueryData(keys.links.hasEnded(id), 'ended')
  }
}

/** Shows how many downloads of a link are left, null for no limit, where its page showed a number of them. */
export function showDownloadsLeft(client: QueryClient, id: string, remaining: number | null): void {
  for (const queryKey of limitedRecords(client, id))
    client.setQueryData<LinkRecord | null>(queryKey, (link) => {
      if (!link) return link
      const spent = Math.max(0, (link.remaining ?? 0) - (remaining ?? Infinity))
      return { ...link, remaining, downloaded: link.downloaded + spent }
    })
}

/** The keys of what is known of a link whose downloads are limited. */
const limitedRecords = (client: QueryClient, id: string): QueryKey[] =>
  [keys.links.visitedOfId(id), keys.files.sharedItem(id, undefined)]
    .flatMap((queryKey) => client.getQueriesData<LinkRecord | null>({ queryKey }))
    .flatMap(([queryKey, link]) => (typeof link?.remaining === 'number' ? [queryKey] : []))
