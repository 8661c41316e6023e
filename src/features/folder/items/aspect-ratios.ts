import { onSignOut } from '#src/api/resets.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { AspectRatioSource } from '#src/ui/list/tiles/JustifiedList.tsx'

/* The aspect ratios of pictures in a gallery, from their metadata or from their loaded thumbnails. */

/** The usual ratio of photographs, for pictures of which nothing is known yet. */
const defaultRatio = 3 / 2
const maxRemembered = 20_000

/** By id of the file; a new content has another `updatedAt`. */
const loaded = new Map<string, { updatedAt: number; ratio: number }>()
const listeners = new Set<() => void>()
onSignOut(() => loaded.clear())

function ratioOf({ id, updatedAt, metadata }: FileRow): number {
  const known = loaded.get(id)
  if (known?.updatedAt === updatedAt) return known.ratio
  const ratio = Number(metadata?.['exif:x']) / Number(metadata?.['exif:y'])
  return ratio > 0 && ratio < Infinity ? ratio : defaultRatio
}

/** Records the ratio of a loaded thumbnail: cameras that were held upright often write the width as height. */
export function recordAspectRatio(row: FileRow, image: HTMLImageElement): void {
  const ratio = image.naturalWidth / image.naturalHeight
  // A thumbnail of a few hundred pixels is off by a pixel or two.
  if (!(ratio > 0) || Math.abs(ratio / ratioOf(row) - 1) < 0.02) return
  const [oldest] = loaded.keys()
  if (oldest !== undefined && loaded.size >= maxRemembered) loaded.delete(oldest)
  loaded.set(row.id, { updatedAt: row.updatedAt, ratio })
  for (const notify of listeners) notify()
}

export const aspectRatios: AspectRatioSource<FileRow> = {
  ratioOf,
  subscribe: (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
