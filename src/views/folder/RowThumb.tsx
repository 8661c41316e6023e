import { use } from 'react'
import { kindOfName } from '#src/lib/names.ts'
import type { FileRow } from '#src/queries/files.ts'
import { useThumb } from '#src/queries/thumbs.ts'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { Thumbs } from './FileCells.tsx'
import { uriOf } from './uri-of.ts'
import { mayBePictured } from './pictured.ts'
import css from './RowThumb.module.css'

/** What a file of a list shows, as small as the sign of its kind, which stands for it until it is here. */
export function RowThumb({ row, size }: { row: FileRow; size: 20 | 36 }) {
  const { folder, pictured } = use(Thumbs)
  const uri = mayBePictured(row, pictured) ? uriOf(row, folder) : null
  const address = useThumb(uri === null ? null : { id: row.id, uri, updatedAt: row.updatedAt })
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
