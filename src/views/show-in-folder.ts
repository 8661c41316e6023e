import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { files, homeUri } from '#src/queries/files.ts'
import type { BatchItem } from '#src/stores/batches.ts'
import { selectionOf } from '#src/stores/selections.ts'
import { uriOf } from './folder/uri-of.ts'

/** Items by the folder that they lie in, the fullest first. */
export function byFolder(items: readonly BatchItem[]): { folder: string; items: BatchItem[] }[] {
  const folders = new Map<string, BatchItem[]>()
  for (const item of items) {
    const folder = item.uri.slice(0, item.uri.lastIndexOf('/'))
    const known = folders.get(folder)
    if (known) known.push(item)
    else folders.set(folder, [item])
  }
  return [...folders]
    .map(([folder, some]) => ({ folder, items: some }))
    .sort((one, other) => other.items.length - one.items.length)
}

/** Picks rows of a folder as they come. A copy has an id of its own: it is known by its address. */
async function pick(
  client: QueryClient,
  folder: string,
  items: readonly BatchItem[],
): Promise<void> {
  const left = new Map(items.flatMap((item) => [[item.id, item] as const, [item.uri, item]]))
  const listing = await client.ensureQueryData(files.list(folder))
  // What was read before they came knows nothing of them.
  if (listing.walk.at === 'complete') void listing.again()
  const selection = selectionOf(listing)
  selection.clear()
  const pickKnown = () => {
    const slots: number[] = []
    for (const slot of listing.order) {
      const row = listing.at(slot)
      const item = row && (left.get(row.id) ?? left.get(uriOf(row, folder) ?? ''))
      if (!item) continue
      slots.push(slot)
      left.delete(item.id)
      left.delete(item.uri)
    }
    if (slots.length > 0) selection.set(Uint32Array.from(slots), true, '')
    if (left.size === 0 || listing.walk.at !== 'walking') stop()
  }
  const stop = listing.subscribe(pickKnown)
  pickKnown()
}

/** Opens a folder with these items of it selected. */
export function useShowInFolder(): (folder: string, items: readonly BatchItem[]) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (folder, items) => {
    const [first] = items
    const place = new URLSearchParams({
      ...(folder === homeUri ? {} : { uri: folder }),
      ...(first ? { focus: first.uri } : {}),
    })
    void navigate(`/files?${place.toString()}`)
    // What cannot be had is said by the folder itself.
    void pick(client, folder, items).catch(() => undefined)
  }
}
