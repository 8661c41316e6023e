import { useQuery } from '@tanstack/react-query'
import { Thumbnail } from '#src/features/folder/cells/Thumbnail.tsx'
import { site } from '#src/features/session/site.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/** The thumbnail of a deleted file: the service keeps those that it had made before. */
export function TrashThumbnail({ row, size }: { row: FileRow; size: 20 | 36 }) {
  const { data, isPending } = useQuery(site.thumbnails())
  return (
    <Thumbnail
      row={row}
      size={size}
      uri={row.uri}
      thumbnailKinds={isPending ? undefined : (data ?? null)}
    />
  )
}
