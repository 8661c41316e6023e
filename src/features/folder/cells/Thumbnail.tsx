import { useThumbnail } from '#src/features/file-lists/thumbnails.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { mayHaveThumbnail, type ThumbnailExtensions } from './thumbnail-extensions.ts'
import css from './Thumbnail.module.css'

/** A small picture of a file; the icon of its kind until it is loaded, or when there is none. */
export function Thumbnail({
  row,
  uri,
  size,
  thumbnailKinds,
}: {
  row: FileRow
  /** Null for an item without a URI. */
  uri: string | null
  /** CSS pixels. */
  size: 20 | 36
  thumbnailKinds: ThumbnailExtensions
}) {
  const hasOne = uri !== null && mayHaveThumbnail(row, thumbnailKinds)
  const address = useThumbnail(hasOne ? { id: row.id, uri, updatedAt: row.updatedAt } : null)
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
