import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { newestLinksQuery, readNewestLinks } from '#src/features/links/list/newest-links.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** Reads the newest links again when they are old, and those on screen. Returns a function to call with the rows that are drawn. */
export function useNewestLinksRefresh(list: PagedList<LinkRow>, rowIndexes: Uint32Array) {
  const drawn = useRef({ start: 0, end: 0 })
  useQuery({
    ...newestLinksQuery(list),
    queryFn: ({ signal }) => {
      const inView = rowIndexes.subarray(drawn.current.start, drawn.current.end)
      return readNewestLinks(list, inView, signal)
    },
  })
  return useCallback((rows: { readonly start: number; readonly end: number }) => {
    drawn.current = rows
  }, [])
}
