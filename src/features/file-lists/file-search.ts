import { queryOptions } from '@tanstack/react-query'
import { keys } from '#src/lists/keys.ts'
import { createSearchPageSource } from '#src/lists/loading/file-pages.ts'
import { pagedListOptions } from '#src/lists/loading/paged-lists.ts'

/** Search results in a folder and below. `uri` is the folder's, with the conditions in it (docs/protocol.md §4.7). */
export const fileSearchQuery = (uri: string) =>
  queryOptions({
    ...pagedListOptions(keys.files.search(uri), () => createSearchPageSource(uri)),
    // Results without a reader are dropped at once, and their remaining pages are not read.
    gcTime: 0,
  })
