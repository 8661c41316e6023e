import { queryOptions, useQuery } from '@tanstack/react-query'
import { getOwnLink } from '#src/api/links/links.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, isNotFound } from '#src/contract/errors.ts'
import { showDownloadsLeft } from '#src/features/links/limits/refresh-downloads-left.ts'
import { keys } from '#src/lists/keys.ts'
import { readItemCapability } from './item-capability.ts'
import { useLinkPassword } from './link-passwords.ts'

const hasEndedQuery = (id: string, password: string | undefined) =>
  queryOptions({
    queryKey: keys.links.hasEnded(id),
    queryFn: async ({ client, signal }): Promise<boolean> => {
      try {
        const link = await getOwnLink(id, password, signal)
        // Others spend them, and its owner may allow more.
        showDownloadsLeft(client, id, link.remaining)
        if (!link.isExpired) await readItemCapability(link, signal)
        return link.isExpired
      } catch (error) {
        if (isNotFound(error) || hasErrorCode(error, ErrorCode.linkEnded)) return true
        throw error
      }
    },
    initialData: false,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    meta: { isInline: true },
  })

/**
 * Whether a link that has been opened is over by now, or its item is gone: asked for whenever somebody comes back to the
 * tab, and when the network is back. It counts neither as a visit nor as a download, and leaves alone what has been read
 * through the link. Once `isDoubtful` it is asked for at once, and undefined until the answer comes. It is false where it
 * is not `isEnabled`.
 */
export function useHasLinkEnded(
  id: string,
  { isEnabled, isDoubtful = false }: { isEnabled: boolean; isDoubtful?: boolean },
): boolean | undefined {
  const query = hasEndedQuery(id, useLinkPassword(id))
  const { data } = useQuery({ ...query, enabled: isEnabled, staleTime: Infinity })
  const { isFetching } = useQuery({ ...query, enabled: isEnabled && isDoubtful, staleTime: 0 })
  if (!isEnabled) return false
  return isDoubtful && isFetching ? data || undefined : data
}
