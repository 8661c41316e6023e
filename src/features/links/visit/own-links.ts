import { queryOptions } from '@tanstack/react-query'
import { firstLinkPageParams, listLinks } from '#src/api/links/link-list.ts'
import { getOwnLink } from '#src/api/links/links.ts'
import { childUri, parseUri } from '#src/contract/uri.ts'
import { sourceUriOfLink } from '#src/features/links/source/link-source.ts'
import { keys } from '#src/lists/keys.ts'
import { type LinkRow, toLinkRow } from '#src/lists/rows/link-row.ts'

/** Pages of one's own links that are searched for one of them. */
const maxOwnPages = 20

/** The URI in one's own files of what is at `uri` behind one's own link to the folder `source`. */
export const toOwnFilesUri = (source: string, uri: string): string =>
  parseUri(uri).segments.reduce(childUri, source)

export const ownLinks = {
  /**
   * One's own link, whatever became of it: a dead link is in the list only. Null when it is not there. Rejects when it may
   * be further down than is searched.
   */
  find: (id: string, userId: string) =>
    queryOptions({
      queryKey: keys.links.own(id, userId),
      queryFn: async ({ signal }): Promise<LinkRow | null> => {
        let cursor: string | undefined
        for (let page = 0; page < maxOwnPages; page++) {
          const { parseLinks, next } = await listLinks({ ...firstLinkPageParams, cursor }, signal)
          const found = parseLinks().find((link) => link.id === id)
          if (found) return toLinkRow(found)
          if (next === undefined) return null
          cursor = next
        }
        throw new Error('No more links are searched.')
      },
      // A link of somebody else stays one.
      staleTime: ({ state }) => (state.data === null ? Infinity : 0),
      // A search that came to no end would come to none again.
      refetchOnWindowFocus: ({ state }) => state.status !== 'error',
      meta: { isInline: true },
    }),
  /** The URI that the item of one's own link has in one's files: reading that spends no download of the link. */
  source: (id: string, password: string | undefined, userId: string) =>
    queryOptions({
      queryKey: keys.links.ownSource(id, password, userId),
      queryFn: async ({ signal }) =>
        sourceUriOfLink(await getOwnLink(id, password, signal)) ?? null,
      staleTime: Infinity,
      meta: { isInline: true },
    }),
}
