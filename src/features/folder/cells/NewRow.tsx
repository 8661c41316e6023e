import type { ReactNode } from 'react'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import css from './FileCells.module.css'

/** The cells of a folder that is being created. */
export function NewRow({ children }: { children: ReactNode }) {
  return (
    <>
      <div aria-hidden="true" />
      <div role="gridcell" className={css['name']}>
        <FileGlyph kind="folder" />
        {children}
      </div>
    </>
  )
}
