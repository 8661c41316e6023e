import { useQuery } from '@tanstack/react-query'
import { mayHaveThumbnail } from '#src/components/folder/cells/thumbnail-kinds.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import { useThumbnail } from '#src/queries/files/thumbnails.ts'
import { site } from '#src/queries/session/site.ts'
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
