import { parseUri } from '#src/contract/uri.ts'
import type { BatchItem } from '#src/jobs/batches/batch.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { restoreEffects } from './restore-effects.ts'
import { type RestoreRequest, targetUriOf } from './restore-request.ts'

/** Where restored items are now. Called for all of up to ten thousand items, so it parses no URI. */
export function restoredItems(items: readonly FileRow[], request: RestoreRequest): BatchItem[] {
  const { otherUris } = restoreEffects(request)
  return items.flatMap((item) => {
    const uri = otherUris.get(item.id) ?? targetUriOf(item, request)
    return uri === null ? [] : [{ id: item.id, name: item.name, uri }]
  })
}

/** The rows of restored items for the lists of these folders, by folder. */
export function restoredRows(
  items: readonly FileRow[],
  request: RestoreRequest,
  folders: ReadonlySet<string>,
): Map<string, FileRow[]> {
  const rows = new Map<string, FileRow[]>()
  if (folders.size === 0) return rows
  const uris = new Map(restoredItems(items, request).map(({ id, uri }) => [id, uri]))
  for (const item of items) {
    const uri = uris.get(item.id)
    const folder = uri?.slice(0, uri.lastIndexOf('/'))
    if (uri === undefined || folder === undefined || !folders.has(folder)) continue
    const row: FileRow = {
      ...item,
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
