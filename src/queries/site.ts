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
}
