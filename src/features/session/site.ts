import { queryOptions } from '@tanstack/react-query'
import { getSiteConfig } from '#src/api/site.ts'
import { keys } from '#src/lists/keys.ts'

export const site = {
  /** Site configuration for pages of files: viewers, custom properties, batch limit. */
  explorer: () =>
    queryOptions({
      queryKey: keys.site.explorer(),
      queryFn: ({ signal }) => getSiteConfig('explorer', signal),
      staleTime: Infinity,
    }),
  /** File extensions that have thumbnails. Older servers do not tell. */
  thumbnails: () =>
    queryOptions({
      queryKey: keys.site.thumb(),
      queryFn: async ({ signal }) => {
        const { thumb_exts: extensions } = await getSiteConfig('thumb', signal)
        return extensions ? new Set(extensions.map((each) => each.toLowerCase())) : null
      },
      staleTime: Infinity,
      structuralSharing: false,
      // On failure, thumbnails are requested for images only.
      meta: { isInline: true },
    }),
}
