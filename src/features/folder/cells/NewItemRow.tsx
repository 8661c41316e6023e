import type { ReactNode } from 'react'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import css from './FileCells.module.css'

/** It has the cells of a folder or text file that is being created. */
export function NewItemRow({
  kind,
  isPhone,
  children,
}: {
  kind: 'folder' | 'file'
  isPhone: boolean
  children: ReactNode
}) {
  return (
    <>
      <div aria-hidden="true" />
      <div role="gridcell" className={css['name']}>
        <FileGlyph kind={kind === 'folder' ? 'folder' : 'text'} size={isPhone ? 36 : 20} />
        {children}
      </div>
    </>
  )
}
