import { use } from 'react'
import { uriOfRow } from '#src/components/folder/row-uri.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import { ThumbnailContext } from './FileCells.tsx'
import { Thumbnail } from './Thumbnail.tsx'

/** The thumbnail of a row; the icon of its kind until it is loaded, or when there is none. */
export function RowThumbnail({ row, size }: { row: FileRow; size: 20 | 36 }) {
  const { folder, thumbnailKinds } = use(ThumbnailContext)
  return <Thumbnail {...{ row, size, thumbnailKinds }} uri={uriOfRow(row, folder)} />
}
