import { firstLinkPageParams, listLinks } from '#src/api/links/link-list.ts'
import { keys } from '#src/lists/keys.ts'
import type { PageSource } from '#src/lists/loading/page-loader.ts'
import { pagedListOptions } from '#src/lists/loading/paged-lists.ts'
import { createLinkRowMapper, type LinkRow } from '#src/lists/rows/link-row.ts'

/** All links of the user, newest first. */
export const linkListQuery = () => pagedListOptions(keys.links.list(), linkPageSource)

/** Reads the links of the user page by page, newest first. */
export function linkPageSource(): PageSource<LinkRow, string> {
  const toRow = createLinkRowMapper()
  return async (cursor, signal) => {
    const page = await listLinks({ ...firstLinkPageParams, cursor }, signal)
    return { rows: () => page.parseLinks().map(toRow), next: page.next }
  }
}
