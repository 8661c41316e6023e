import type { QueryClient } from '@tanstack/react-query'
import { isNotFound } from '#src/contract/errors.ts'
import { keys } from '#src/lists/keys.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'
import { linkDownloadsLeftQuery } from './link-downloads-left.ts'

/**
 * Downloads of a link have begun: reads how many are left, where its page has been opened and they are limited. Rejects
 * never.
 */
export async function refreshDownloadsLeft(client: QueryClient, id: string): Promise<void> {
  const inFolder = keys.files.sharedItem(id, undefined)
  const known = [
    ...client.getQueriesData<LinkRecord | null>({ queryKey: keys.links.visitedOfId(id) }),
    [inFolder, client.getQueryData<LinkRecord>(inFolder)] as const,
  ]
  if (!known.some(([, link]) => typeof link?.remaining === 'number')) return
  const show = (remaining: number | null) => {
    for (const [queryKey] of known)
      client.setQueryData<LinkRecord | null>(queryKey, (link) => link && { ...link, remaining })
  }
  try {
    show((await client.fetchQuery(linkDownloadsLeftQuery(id, undefined)))?.left ?? null)
  } catch (error) {
    // The last one was spent.
    if (isNotFound(error)) show(0)
  }
}
