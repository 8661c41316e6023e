import { parseUri } from '#src/contract/uri.ts'
import type { PlacementState } from '#src/jobs/placement/placement-state.ts'
import { type PlacedItem, targetUriOf, withoutWish } from '#src/jobs/placement/wish.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/** Where restored items are now. Called for all of up to ten thousand items, so it parses no URI. */
export function restoredItems(
  items: readonly PlacedItem[],
  { otherUris }: Readonly<PlacementState>,
): JobItem[] {
  return items.flatMap((item) => {
    const uri = otherUris.get(item.id) ?? targetUriOf(item)
    return uri === null ? [] : [{ id: item.id, name: item.name, uri }]
  })
}

/** The rows of restored items for the lists of these folders, by folder. */
export function restoredRows(
  items: readonly PlacedItem[],
  state: Readonly<PlacementState>,
  folders: ReadonlySet<string>,
): Map<string, FileRow[]> {
  const rows = new Map<string, FileRow[]>()
  if (folders.size === 0) return rows
  const uris = new Map(restoredItems(items, state).map(({ id, uri }) => [id, uri]))
  for (const item of items) {
    const uri = uris.get(item.id)
    const folder = uri?.slice(0, uri.lastIndexOf('/'))
    if (uri === undefined || folder === undefined || !folders.has(folder)) continue
    const row: FileRow = {
      ...withoutWish(item),
      uri,
      name: parseUri(uri).segments.at(-1) ?? item.name,
      origin: null,
      originFolder: null,
      collectedAt: null,
      capability: null,
      updatedAt: serviceNow(),
    }
    const known = rows.get(folder)
    if (known) known.push(row)
    else rows.set(folder, [row])
  }
  return rows
}
