import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { getOwnShare } from '#src/api/shares/shares.ts'
import { isNotFound } from '#src/contract/errors.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { mutationMeta } from '#src/queries/invalidation.ts'
import { keys } from '#src/queries/keys.ts'
import { locateLink } from './link-source.ts'

/**
 * A link whose item is in a trashed folder is listed as live; only a request for it tells (docs/protocol.md §5.2).
 * Marks its row too.
 */
function markGone(client: QueryClient, id: string): void {
  const list = client.getQueryData<PagedList<ShareRow>>(keys.shares.list())
  const slot = list?.slotOf(id)
  const row = slot === undefined ? undefined : list?.at(slot)
  if (row && !row.isExpired) list?.put([{ ...row, isExpired: true }])
}

export const shares = {
  /** The full record of one link. A dead link answers 404 even to its owner. */
  detail: (row: ShareRow) =>
    queryOptions({
      queryKey: keys.shares.detail(row.id),
      queryFn: async ({ signal, client }) => {
        try {
          return await getOwnShare(row.id, row.password ?? undefined, signal)
        } catch (error) {
          if (isNotFound(error)) markGone(client, row.id)
          throw error
        }
      },
      // An error for a dead link is shown as its state.
      meta: { isInline: true },
    }),
  /**
   * Looks up the source of a link when the user clicks "Show". A mutation so that the click can wait for it; nothing is
   * changed.
   */
  lookUpSource: () =>
    mutationOptions({
      mutationFn: (row: ShareRow, { client }) => locateLink(client, row),
      meta: mutationMeta({ invalidates: () => [], about: 'inline' }),
    }),
}
