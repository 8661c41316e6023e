import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { files, homeUri } from '#src/queries/files.ts'
import type { BatchItem } from '#src/stores/batches.ts'
import { selectionOf } from '#src/stores/selections.ts'

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

/** Picks rows of a folder as they come. */
async function pick(client: QueryClient, folder: string, ids: Set<string>): Promise<void> {
  const listing = await client.ensureQueryData(files.list(folder))
  const selection = selectionOf(listing)
  selection.clear()
  const pickKnown = () => {
    const slots: number[] = []
    for (const id of ids) {
      const slot = listing.slotOf(id)
      if (slot === undefined) continue
      slots.push(slot)
      ids.delete(id)
    }
    if (slots.length > 0) selection.set(Uint32Array.from(slots), true, '')
    if (ids.size === 0 || listing.walk.at !== 'walking') stop()
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
    void pick(client, folder, new Set(items.map(({ id }) => id))).catch(() => undefined)
  }
}
