import type { QueryClient } from '@tanstack/react-query'
import { getLink } from '#src/api/links/links.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { limitsOfLink, rowWithLimits } from '#src/features/links/limits/link-limits.ts'
import {
  listedLink,
  listOfLinks,
  markSourceGone,
  showEditedLink,
} from '#src/features/links/list/link-list-patches.ts'
import { listedEndsQuery } from '#src/features/links/list/listed-ends.ts'
import { isDeadState, linkState } from '#src/features/links/state/link-state.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { type LinkSourceLocation, locateWhereLast } from './link-source.ts'

/** Whether a link works but for its item, which may be in a deleted folder (docs/protocol.md §5.2). */
async function isLinkWorking(id: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    return !(await getLink(id, signal)).isExpired
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

/**
 * Shows what the list of the service says of a link by now, which is read once for all links that ask meanwhile. One
 * that it still has as live has lost its item.
 */
async function showListedState(client: QueryClient, id: string): Promise<void> {
  const isLive = () => {
    const row = listedLink(client, id)
    return row !== undefined && !isDeadState(linkState(row, serviceNow()))
  }
  const list = listOfLinks(client)
  if (!list || !isLive()) return
  const query = listedEndsQuery(list)
  // A reading that is under way may be past the link: the next one is for all that came meanwhile.
  if (client.isFetching(query) > 0) await client.fetchQuery(query)
  if (!isLive()) return
  await client.fetchQuery(query)
  if (isLive()) markSourceGone(client, id)
}

/** Shows in the list what became of a link that is not where it was. */
export async function showLostLink(
  client: QueryClient,
  row: LinkRow,
  { at }: Exclude<LinkSourceLocation, { at: 'folder' }>,
  signal?: AbortSignal,
): Promise<void> {
  if (at === 'trash' || (await isLinkWorking(row.id, signal))) markSourceGone(client, row.id)
  // Where its item was, another one may be: whether the link is deleted, the list says.
  else await showListedState(client, row.id)
}

/**
 * Shows in the list what became of a link that answers its owner with 404: its item is in a deleted folder, or the link
 * has expired, is used up or deleted (docs/protocol.md §5.2, §5.5). Nobody asked for it, so its item is not searched for.
 */
export async function showEndedLink(
  client: QueryClient,
  row: LinkRow,
  signal?: AbortSignal,
): Promise<void> {
  const listed = listedLink(client, row.id)
  if (!listed) return
  if (await isLinkWorking(row.id, signal)) return markSourceGone(client, row.id)
  const source = await locateWhereLast(row, signal)
  // What was changed here meanwhile stays as it is.
  if (listedLink(client, row.id) !== listed) return
  if (source?.at === 'folder') {
    const { isExpired } = source.link
    showEditedLink(client, { ...rowWithLimits(row, limitsOfLink(source.link)), isExpired })
  } else await showListedState(client, row.id)
}
