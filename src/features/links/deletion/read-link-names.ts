import { firstLinkPageParams, listLinks } from '#src/api/links/link-list.ts'

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
