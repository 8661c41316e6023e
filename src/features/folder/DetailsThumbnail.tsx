import { useQuery } from '@tanstack/react-query'
import { useThumbnail } from '#src/features/file-lists/thumbnails.ts'
import { mayHaveThumbnail } from '#src/features/folder/cells/thumbnail-extensions.ts'
import { site } from '#src/features/session/site.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import css from './DetailsThumbnail.module.css'

/** The picture of an item above its details. Its space is reserved until it is loaded. */
export function DetailsThumbnail({ row, uri }: { row: FileRow; uri: string }) {
  const { data, isPending } = useQuery(site.thumbnails())
  const hasOne = !isPending && mayHaveThumbnail(row, data ?? null)
  const address = useThumbnail(hasOne ? { id: row.id, uri, updatedAt: row.updatedAt } : null)
  if (!hasOne) return null
  return (
    <div className={css['picture']}>
      {address === undefined ? (
        <FileGlyph kind={kindOfName(row.name)} size={36} />
      ) : (
        <img src={address} alt="" decoding="async" draggable={false} />
      )}
    </div>
  )
}
