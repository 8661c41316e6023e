import { queryOptions } from '@tanstack/react-query'
import { visitLink } from '#src/api/links/visit-link.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, isNotFound } from '#src/contract/errors.ts'
import { allowedWriteActions, allowsCreating } from '#src/contract/flags/actions.ts'
import { rootUri } from '#src/contract/uri.ts'
import { keys } from '#src/lists/keys.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'
import { readItemCapability } from './item-capability.ts'

/** Whether this visitor may open what a link leads to, and change it. `gone`: the link, or what it leads to. */
type ItemAccess = 'open' | 'editable' | 'refused' | 'signIn' | 'gone'
/** `gone`: what it leads to; `ended`: the link, for all that is known. */
export type LinkAccess = ItemAccess | 'ended'

const isGone = (access: LinkAccess | undefined): boolean => access === 'gone' || access === 'ended'

const isDead = (link: LinkRecord | null): boolean => link === null || link.isExpired

/** Whether the service refuses to let this visitor open a link, or any without an account. */
export function linkRefusalOf(error: unknown): 'refused' | 'signIn' | undefined {
  if (hasErrorCode(error, ErrorCode.forbidden)) return 'refused'
  return hasErrorCode(error, ErrorCode.visitorsNotAllowed, ErrorCode.signInRequired)
    ? 'signIn'
    : undefined
}

const mayChange = (capability: string | null): boolean =>
  allowsCreating(capability) || allowedWriteActions(rootUri('share'), capability).size > 0

async function readItemAccess(link: LinkRecord, signal: AbortSignal): Promise<ItemAccess> {
  try {
    return mayChange(await readItemCapability(link, signal)) ? 'editable' : 'open'
  } catch (error) {
    const refusal = linkRefusalOf(error)
    if (refusal) return refusal
    // What it leads to is in a deleted folder (docs/protocol.md §5.2), or was deleted meanwhile.
    if (isNotFound(error) || hasErrorCode(error, ErrorCode.linkEnded)) return 'gone'
    throw error
  }
}

export const visitedLink = {
  access: (link: LinkRecord, password: string | undefined, userId = '') =>
    queryOptions({
      queryKey: keys.links.access(link.id, password, userId),
      queryFn: async ({ signal }): Promise<LinkAccess> => {
        const access = await readItemAccess(link, signal)
        if (access !== 'gone') return access
        // It may have ended since its record was read.
        const asUser = { asUser: true, countsVisit: false, signal }
        const works = await visitLink(link.id, password, asUser).then(
          ({ isExpired }) => !isExpired,
          () => false,
        )
        return works ? 'gone' : 'ended'
      },
      staleTime: Infinity,
      refetchOnWindowFocus: ({ state: { data } }) => isGone(data) && 'always',
      refetchOnReconnect: ({ state: { data } }) => (isGone(data) ? 'always' : data === undefined),
      retry: false,
      // On failure both actions are offered; the service refuses those that are not allowed.
      meta: { isInline: true },
    }),
  /**
   * A link as a visitor sees it; null where the service knows no such link, or says no more of a dead one. The password
   * is part of the key and never leaves memory: URIs behind the link do not contain it. Reading it counts a visit, so
   * that only a dead one, or one that the visitor may not open, is read again when one comes back to the tab, and counts
   * once it works. With `userId` it is read as that user.
   */
  link: (id: string, password: string | undefined, userId = '') =>
    queryOptions({
      queryKey: [...keys.links.visited(id, password), userId],
      queryFn: async ({ client, queryKey, signal }): Promise<LinkRecord | null> => {
        const read = (countsVisit: boolean) =>
          visitLink(id, password, { asUser: userId !== '', countsVisit, signal }).catch(
            (error: unknown) => {
              if (isNotFound(error)) return null
              throw error
            },
          )
        const known = client.getQueryData<LinkRecord | null>(queryKey)
        if (known !== undefined && isDead(known)) {
          const now = await read(false)
          if (isDead(now)) return now
        }
        return read(true)
      },
      staleTime: ({ state: { data } }) => (data !== undefined && isDead(data) ? 0 : Infinity),
      refetchOnWindowFocus: ({ state: { data, error } }) =>
        data === undefined ? linkRefusalOf(error) !== undefined : isDead(data),
      refetchOnReconnect: ({ state: { data } }) => data === undefined || isDead(data),
      // The page says why it failed.
      meta: { isInline: true },
    }),
}
