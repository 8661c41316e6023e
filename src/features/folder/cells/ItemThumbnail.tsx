import { useQuery } from '@tanstack/react-query'
import { site } from '#src/features/session/site.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { Thumbnail } from './Thumbnail.tsx'

/** The thumbnail of an item at its own URI; of a deleted file the service keeps those that it had made before. */
export function ItemThumbnail({ row, size }: { row: FileRow; size: 20 | 36 }) {
  const { data, isPending } = useQuery(site.thumbnails())
  return (
    <Thumbnail
      row={row}
      size={size}
      uri={row.uri || null}
      thumbnailKinds={isPending ? undefined : (data ?? null)}
    />
  )
}
