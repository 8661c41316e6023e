import { keys } from '#src/lists/keys.ts'
import { pagedListOptions } from '#src/lists/loading/paged-lists.ts'
import { linkPageSource } from '#src/lists/rows/link-row.ts'

/** All links of the user, newest first. */
export const linkListQuery = () => pagedListOptions(keys.links.list(), linkPageSource)
