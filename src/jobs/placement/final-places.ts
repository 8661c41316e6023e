import { nameOfUri } from '#src/contract/uri.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { Placement } from './placement-state.ts'
import { type PlacedItem, targetUriOf, withoutWish } from './wish.ts'

/* Where items are once they have arrived, and what they are called there. */

export const finalNameOf = ({ id, name }: PlacedItem, { state }: Placement): string =>
  state.newNames.get(id) ?? name

/** The URI that the item gets, or has; null when none can hold it. Parses none unless the item has a name of its own. */
export const finalUriOf = (item: PlacedItem, { state }: Placement): string | null =>
  state.otherUris.get(item.id) ?? targetUriOf(item, state.newNames.get(item.id))

/** Where items are that have arrived. */
export const placedItems = (items: readonly PlacedItem[], placement: Placement): JobItem[] =>
  items.flatMap((item) => {
    const uri = finalUriOf(item, placement)
    return uri === null ? [] : [{ id: item.id, name: item.name, uri }]
  })

/**
 * The rows of items that have arrived, for lists, in the folders that are shown. Called for all of up to ten thousand
 * items, so that it looks at URIs as text.
 */
export function placedRows(
  items: readonly PlacedItem[],
  placement: Placement,
  isShown: (folder: string) => boolean = () => true,
): FileRow[] {
  return items.flatMap((item) => {
    const uri = finalUriOf(item, placement)
    if (uri === null || !isShown(uri.slice(0, uri.lastIndexOf('/')))) return []
    const isElsewhere = placement.state.otherUris.has(item.id)
    const name = isElsewhere ? nameOfUri(uri) : finalNameOf(item, placement)
    const row = { ...withoutWish(item), uri, name }
    if (item.origin === null) return [row]
    const ofTrash = { origin: null, originFolder: null, collectedAt: null, capability: null }
    return [{ ...row, ...ofTrash, updatedAt: serviceNow() }]
  })
}
