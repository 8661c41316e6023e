import { queryOptions } from '@tanstack/react-query'
import { getSiteConfig } from '#src/api/site.ts'

export const site = {
  /** What the file pages need to know: viewers, custom properties, the largest batch. */
  explorer: () =>
    queryOptions({
      queryKey: ['site', 'config', 'explorer'],
      queryFn: ({ signal }) => getSiteConfig('explorer', signal),
      staleTime: Infinity,
    }),
  /** Kinds of files that have thumbnails, by extension. Services that are older do not say. */
  thumbnails: () =>
    queryOptions({
      queryKey: ['site', 'config', 'thumb'],
      queryFn: async ({ signal }) => {
        const { thumb_exts: extensions } = await getSiteConfig('thumb', signal)
        return extensions ? new Set(extensions.map((each) => each.toLowerCase())) : null
      },
      staleTime: Infinity,
      structuralSharing: false,
      // Without it pictures are asked for, and nothing else.
      meta: { isInline: true },
    }),
}
