import { queryOptions } from '@tanstack/react-query'
import { getSiteConfig } from '#src/api/site.ts'
import { safeHttpHref } from '#src/lib/href.ts'
import { keys } from '#src/lists/keys.ts'

export const site = {
  /** Site configuration for pages of files: viewers, custom properties, job limit. */
  explorer: () =>
    queryOptions({
      queryKey: keys.site.explorer(),
      queryFn: ({ signal }) => getSiteConfig('explorer', signal),
      staleTime: Infinity,
    }),
  /** Links that the site's settings add to the navigation. */
  navigation: () =>
    queryOptions({
      queryKey: keys.site.navigation(),
      queryFn: async ({ signal }) => {
        const { custom_nav_items: items } = await getSiteConfig('basic', signal)
        return (items ?? []).flatMap(({ name, url }) => {
          const href = safeHttpHref(url)
          return href ? [{ name: name.trim() || new URL(href).host, href }] : []
        })
      },
      staleTime: Infinity,
      // They are optional, so that a failure is not shown.
      meta: { isInline: true },
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
