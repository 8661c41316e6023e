import { queryOptions } from '@tanstack/react-query'
import { getSharedLink } from '#src/api/shares.ts'

export const landing = {
  /** A link as its visitor sees it. The password is part of the key and never leaves memory. */
  link: (id: string, password: string | undefined) =>
    queryOptions({
      queryKey: ['landing', id, password ?? ''],
      queryFn: ({ signal }) => getSharedLink(id, password, signal),
      staleTime: Infinity,
      refetchOnWindowFocus: false,
    }),
}
