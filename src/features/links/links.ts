import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { listLinks } from '#src/api/links/link-list.ts'
import { getOwnLink } from '#src/api/links/links.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { cacheLinkSource } from '#src/features/links/source/link-source-cache.ts'
import { createWriteMeta } from '#src/jobs/invalidation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { keys } from '#src/lists/keys.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { requireLinkSourceAndLimits } from './edit/edit-link.ts'
import { rowWithLimits } from './limits/link-limits.ts'
import { listedLink, showEditedLink } from './list/link-list-patches.ts'
import { findParentAmongDeletedFolders } from './source/deleted-folders.ts'
import { showEndedLink, showLostLink } from './source/ended-link.ts'
import { sourceUriOfLink, locateLinkSource } from './source/link-source.ts'
import { linkState } from './state/link-state.ts'

export const links = {
  /**
   * Whether the service supports choosing who may open a link: one that does says so in the record of every link.
   * Null while the account has no link: the first link with such a setting tells.
   */
  takesPermissions: () =>
    queryOptions({
      queryKey: keys.links.takesPermissions(),
      queryFn: async ({ signal }): Promise<boolean | null> => {
        const { parseLinks } = await listLinks({ size: 10, direction: 'desc' }, signal)
        const [link] = parseLinks()
        return link ? link.permissions !== null : null
      },
      staleTime: ({ state }) => (typeof state.data === 'boolean' ? Infinity : 0),
      meta: { isInline: true },
    }),
  /** The full record of one link. A dead link answers 404 even to its owner. */
  detail: (row: LinkRow) =>
    queryOptions({
      queryKey: keys.links.detail(row.id),
      queryFn: async ({ signal, client }) => {
        try {
          const link = await getOwnLink(row.id, row.password ?? undefined, signal)
          const uri = sourceUriOfLink(link)
          if (uri !== undefined) cacheLinkSource(row.id, uri)
          return link
        } catch (error) {
          if (isNotFound(error)) await showEndedLink(client, row, signal)
          throw error
        }
      },
      // An error for a dead link is shown as its state.
      meta: { isInline: true },
    }),
  /** What a link allows now, read anew whenever its form opens. */
  limits: (row: LinkRow) =>
    queryOptions({
      queryKey: keys.links.limits(row.id),
      queryFn: async ({ signal, client }) => {
        const listed = listedLink(client, row.id)
        const found = await requireLinkSourceAndLimits(client, row, signal)
        // Its item is back, which the list does not tell. What was changed here meanwhile stays as it is.
        if (
          listed &&
          linkState(listed, serviceNow()) === 'sourceGone' &&
          listedLink(client, row.id) === listed
        )
          showEditedLink(client, rowWithLimits(row, found.limits))
        return found
      },
      staleTime: Infinity,
      gcTime: 0,
      refetchOnWindowFocus: false,
      meta: { isInline: true },
    }),
  /**
   * Looks up the source of a link when the user clicks "Show". It is a mutation so that the click can wait for it;
   * nothing is changed. The row of a link that has lost its item says so.
   */
  lookUpSource: () =>
    mutationOptions({
      mutationFn: async (row: LinkRow, { client }) => {
        const found = await locateLinkSource(row)
        if (found.at !== 'folder' && !row.isExpired) await showLostLink(client, row, found)
        return found
      },
      meta: createWriteMeta({ invalidates: () => [], keepsLastUndo: true }),
    }),
  /** Looks for the lost item of a link in these deleted folders; nothing is changed. */
  lookInside: () =>
    mutationOptions({
      mutationFn: ({ row, folders }: { row: LinkRow; folders: readonly FileRow[] }) =>
        findParentAmongDeletedFolders(row, folders),
      meta: createWriteMeta({ invalidates: () => [], keepsLastUndo: true }),
    }),
}
