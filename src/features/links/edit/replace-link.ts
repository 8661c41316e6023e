import type { QueryClient } from '@tanstack/react-query'
import { removeLink } from '#src/api/links/link-deletion.ts'
import { isNotFound, TransportError } from '#src/contract/errors.ts'
import { createLinkOrFindCreated } from '#src/features/links/create-link.ts'
import {
  downloadLimitOf,
  type LinkChange,
  toLinkLimitsRequest,
} from '#src/features/links/limits/link-limits.ts'
import { isDeadState, linkState } from '#src/features/links/state/link-state.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { requireLiveLimitsAfterChange, requireLinkSourceAndLimits } from './edit-link.ts'

export type LinkReplacement = {
  row: LinkRow
  /** Settings of the new link that the old one does not have. */
  change: LinkChange
  /** Password of the new link; '' for none. */
  password: string
  /** Whether the old link stays. */
  keepsOld: boolean
}

export type LinkReplacementResult = {
  /** URL of the new link, with its password. */
  url: string
  /** ms since 1970; null for never. */
  expires: number | null
  /** Whether the old link was dead before. */
  wasDead: boolean
  /** Why the old link is still there. */
  deletionError: Error | undefined
}

async function deleteOldLink(id: string): Promise<Error | undefined> {
  try {
    await removeLink(id)
    return undefined
  } catch (error) {
    if (isNotFound(error)) return undefined
    if (!(error instanceof TransportError)) return error as Error
    // The answer got lost. The second time a link that is gone answers 404; a lookup would say so of a dead link too.
    return removeLink(id).then(
      () => undefined,
      (again: unknown) => (isNotFound(again) ? undefined : error),
    )
  }
}

/**
 * Creates a link to the same item with the same limits and another password, then deletes the old one unless it is kept: the password of a
 * link cannot be changed (docs/protocol.md §5.3). The old one stays when no new one could be created. No second
 * link is created when an answer gets lost. Throws as `editLink` does.
 */
export async function replaceLink(
  client: QueryClient,
  { row, change, password, keepsOld }: LinkReplacement,
): Promise<LinkReplacementResult> {
  const { uri, limits } = await requireLinkSourceAndLimits(client, row)
  const next = requireLiveLimitsAfterChange(limits, change)
  const at = serviceNow()
  const url = await createLinkOrFindCreated(
    client,
    // The new link has no downloads yet: all of its limit remains.
    { ...toLinkLimitsRequest(next, at), downloads: downloadLimitOf(next), uri, password },
    at,
  )
  return {
    url,
    expires: next.expires,
    wasDead: isDeadState(linkState({ ...limits, isExpired: false }, at)),
    deletionError: keepsOld ? undefined : await deleteOldLink(row.id),
  }
}
