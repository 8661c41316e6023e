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
  if (knownRecords(client, id).every(([, { remaining }]) => remaining === null)) return
  try {
    const limit = await client.fetchQuery(linkDownloadsLeftQuery(id, undefined))
    const downloads = limit
      ? { remaining: limit.left, downloaded: limit.total - limit.left }
      : { remaining: null }
    showLinkLimits(client, id, downloads)
  } catch (error) {
    if (!isNotFound(error)) return
    // The last one was spent, or the link has expired or was deleted: the service does not say which.
    showLinkLimits(client, id, { remaining: 0 })
    client.setQueryData(keys.links.hasEnded(id), 'ended')
  }
}

type ShownLimits = Partial<Pick<LinkRecord, 'remaining' | 'downloaded' | 'expires'>>

/**
 * Shows when a link ends by now and, where its page showed a limit of its downloads, what there is of that; `remaining` is
 * null where there is none any more.
 */
export function showLinkLimits(client: QueryClient, id: string, limits: ShownLimits): void {
  for (const [queryKey, link] of knownRecords(client, id)) {
    const { expires = link.expires, ...downloads } = limits
    client.setQueryData<LinkRecord>(queryKey, {
      ...link,
      expires,
      ...(link.remaining !== null && downloads),
    })
  }
}

/** What is known of a link where it was opened, by key. */
const knownRecords = (client: QueryClient, id: string): (readonly [QueryKey, LinkRecord])[] =>
  [keys.links.visitedOfId(id), keys.files.sharedItem(id, undefined)]
    .flatMap((queryKey) => client.getQueriesData<LinkRecord | null>({ queryKey }))
    .flatMap(([queryKey, link]) => (link && 'remaining' in link ? [[queryKey, link] as const] : []))
