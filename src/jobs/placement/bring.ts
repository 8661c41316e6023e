import * as api from '#src/api/files/files.ts'
import type { PlacedItem } from './wish.ts'

/** Brings items to the folder of the first of them, or back to where they were: one request names one folder. */
export function bring(
  items: readonly Pick<PlacedItem, 'uri' | 'wish'>[],
  { isCopy = false, signal }: { isCopy?: boolean; signal: AbortSignal },
): Promise<void> {
  const uris = items.map(({ uri }) => uri)
  const to = items[0]?.wish?.to
  return to === undefined ? api.restoreFiles(uris, signal) : api.moveFiles(uris, to, isCopy, signal)
}
