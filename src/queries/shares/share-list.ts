import { sharePages } from '#src/lists/share-row.ts'
import { keys } from '#src/queries/keys.ts'
import { pagedListOptions } from '#src/queries/lists/paged-lists.ts'

/** All links of the user, newest first. */
export const shareList = () => pagedListOptions(keys.shares.list(), sharePages)
