import { queryOptions } from '@tanstack/react-query'
import { setSharePasswordLookup } from '#src/api/shares/share-passwords.ts'
import { getSharedLink } from '#src/api/shares/shares.ts'
import { keys } from '#src/queries/keys.ts'
import { knownSharePassword } from '#src/stores/share-passwords.ts'

export const landing = {
  /**
   * A link as a visitor sees it. The password is part of the key and never leaves memory: URIs behind the link do not
   * contain it.
   */
  link: (id: string, password: string | undefined) =>
    queryOptions({
      queryKey: keys.shares.landing(id, password),
      queryFn: ({ signal }) => {
        setSharePasswordLookup(knownSharePassword)
        return getSharedLink(id, password, signal)
      },
      staleTime: Infinity,
      refetchOnWindowFocus: false,
    }),
}
