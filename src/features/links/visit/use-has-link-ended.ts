import { queryOptions, useQuery } from '@tanstack/react-query'
import { getLink, getOwnLink } from '#src/api/links/links.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, isNotFound } from '#src/contract/errors.ts'
import { showLinkLimits } from '#src/features/links/limits/refresh-downloads-left.ts'
import { keys } from '#src/lists/keys.ts'
import { readItemCapability } from './item-capability.ts'
import { useLinkPassword } from './link-passwords.ts'

/** `itemGone`: the link works by its own record, but for its item, whose folder was deleted (docs/protocol.md §5.2). */
export type LinkEnd = 'ended' | 'itemGone' | false

const isOver = (error: unknown): boolean =>
  isNotFound(error) || hasErrorCode(error, ErrorCode.linkEnded)

const hasEndedQuery = (id: string, password: string | undefined) =>
  queryOptions({
    queryKey: keys.links.hasEnded(id),
    queryFn: async ({ client, signal }): Promise<LinkEnd> => {
      try {
        const link = await getOwnLink(id, password, signal)
        const { remaining, downloaded, expires } = link
        // Others spend them, and its owner may allow more.
        showLinkLimits(client, id, { remaining, downloaded, expires })
        if (link.isExpired) return 'ended'
        await readItemCapability(link, signal)
        return false
      } catch (error) {
        if (!isOver(error)) throw error
        // The same is answered for both; without its item the link tells which.
        return getLink(id, signal).then(
          ({ isExpired }) => (isExpired ? 'ended' : 'itemGone'),
          (reason: unknown) => {
            if (!isOver(reason)) throw reason
            return 'ended'
          },
        )
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
): LinkEnd | undefined {
  const query = hasEndedQuery(id, useLinkPassword(id))
  const { data } = useQuery({ ...query, enabled: isEnabled, staleTime: Infinity })
  const { isFetching } = useQuery({ ...query, enabled: isEnabled && isDoubtful, staleTime: 0 })
  if (!isEnabled) return false
  return isDoubtful && isFetching ? data || undefined : data
}
