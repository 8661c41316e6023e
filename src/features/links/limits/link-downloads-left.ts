import { queryOptions } from '@tanstack/react-query'
import { getOwnLink } from '#src/api/links/links.ts'
import { keys } from '#src/lists/keys.ts'

/**
 * How many downloads of a link are left of how many; null without a limit. It counts no visit. Read again by each
 * observer of a link that has a limit, which others use up too.
 */
export const linkDownloadsLeftQuery = (id: string, password: string | undefined) =>
  queryOptions({
    queryKey: [...keys.files.sharedItem(id, password), 'limit'],
    queryFn: async ({ signal }) => {
      const { remaining, downloaded } = await getOwnLink(id, password, signal)
      return remaining === null ? null : { left: remaining, total: remaining + downloaded }
    },
    staleTime: ({ state }) => (state.data === null ? Infinity : 0),
    refetchOnWindowFocus: false,
    meta: { isInline: true },
  })
