import { use } from 'react'
import { uriOfRow } from '#src/components/folder/row-uri.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import { useThumbnail } from '#src/queries/files/thumbnails.ts'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { ThumbnailContext } from './FileCells.tsx'
import { mayHaveThumbnail } from './thumbnail-kinds.ts'
import css from './RowThumbnail.module.css'

/** The thumbnail of a row; the icon of its kind until it is loaded, or when there is none. */
export function RowThumbnail({ row, size }: { row: FileRow; size: 20 | 36 }) {
  const { folder, thumbnailKinds } = use(ThumbnailContext)
  const uri = mayHaveThumbnail(row, thumbnailKinds) ? uriOfRow(row, folder) : null
  const address = useThumbnail(uri === null ? null : { id: row.id, uri, updatedAt: row.updatedAt })
  return address === undefined ? (
    <FileGlyph kind={kindOfName(row.name, row.isFolder)} size={size} />
  ) : (
    <img
      src={address}
      alt=""
      decoding="async"
      draggable={false}
      width={size}
      height={size}
      className={css['thumb']}
    />
  )
}
