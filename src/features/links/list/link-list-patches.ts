import type { QueryClient } from '@tanstack/react-query'
import { keys } from '#src/lists/keys.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

export const listOfLinks = (client: QueryClient) =>
  client.getQueryData<PagedList<LinkRow>>(keys.links.list())

/** The row that the list has of a link. */
export function listedLink(client: QueryClient, id: string): LinkRow | undefined {
  const list = listOfLinks(client)
  const rowIndex = list?.rowIndexOfId(id)
  return rowIndex === undefined ? undefined : list?.at(rowIndex)
}

/**
 * Marks a link as one whose item is gone. The list shows links into a trashed folder as live; only a request for the link
 * itself fails (docs/protocol.md §5.2).
 */
export function markSourceGone(client: QueryClient, id: string): void {
  const row = listedLink(client, id)
  if (row && !row.isExpired) listOfLinks(client)?.replace([{ ...row, isExpired: true }])
}

/** Shows the new row of a link, unless the list has lost it. */
export function showEditedLink(client: QueryClient, row: LinkRow): void {
  const known = listedLink(client, row.id)
  if (!known) return
  listOfLinks(client)?.replace([{ ...known, ...row, name: known.name, visited: known.visited }])
}
