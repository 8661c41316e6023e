import { queryOptions } from '@tanstack/react-query'
import { addSharePasswords } from '#src/api/share-passwords.ts'
import { getSharedLink } from '#src/api/shares.ts'
import { knownSharePassword } from '#src/stores/share-passwords.ts'

export const landing = {
  /**
   * A link as its visitor sees it. The password is part of the key and never leaves memory: what lies behind the link is
   * addressed without it.
   */
  link: (id: string, password: string | undefined) =>
    queryOptions({
      queryKey: ['landing', id, password ?? ''],
      queryFn: ({ signal }) => {
        addSharePasswords(knownSharePassword)
        return getSharedLink(id, password, signal)
      },
      staleTime: Infinity,
      refetchOnWindowFocus: false,
    }),
}
