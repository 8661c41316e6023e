import { queryOptions } from '@tanstack/react-query'
import { searchPages } from '#src/lists/file-pages.ts'
import { keys } from '#src/queries/keys.ts'
import { pagedListOptions } from '#src/queries/lists/paged-lists.ts'

/** Search results in a folder and below. `uri` is the folder's, with the conditions in it (docs/protocol.md §4.7). */
export const fileSearch = (uri: string) =>
  queryOptions({
    ...pagedListOptions(keys.files.search(uri), () => searchPages(uri)),
    // Results without a reader are dropped at once, and their remaining pages are not read.
    gcTime: 0,
  })
