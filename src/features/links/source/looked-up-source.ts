import { queryOptions } from '@tanstack/react-query'
import { keys } from '#src/lists/keys.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import type { ItemReader } from './item-reader.ts'
import { isLinkSourceOutdated } from './link-source-cache.ts'
import { locateLinkSource } from './link-source.ts'

/**
 * The URI of the item of a link as it is looked up with those of others; null where nothing tells. It is known until
 * items may have been moved.
 */
export const lookedUpSourceQuery = (row: LinkRow, read?: ItemReader) =>
  queryOptions({
    queryKey: keys.links.lookedUpSource(row.id),
    queryFn: async ({ signal }): Promise<string | null> => {
      const found = await locateLinkSource(row, signal, read)
      if (found.at === 'folder') return found.uri
      // What is in a deleted folder is found there only where the path is known before.
      return found.at === 'trash' && found.item.name === row.name ? found.item.origin : null
    },
    staleTime: ({ state }) => (isLinkSourceOutdated({ at: state.dataUpdatedAt }) ? 0 : Infinity),
    gcTime: Infinity,
    retry: false,
    meta: { isInline: true },
  })
