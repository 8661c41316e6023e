import type { FileKind } from '#src/lib/names/file-kind.ts'
import styles from './FileGlyph.module.css'

export interface FileGlyphProps {
  kind: FileKind
  size?: 20 | 36
  /** The accessible label, where no name stands beside it. */
  label?: string
}

/** The tinted icon of a file kind. A single element drawn by CSS, because a list renders a hundred of them. */
export function FileGlyph({ kind, size = 20, label }: FileGlyphProps) {
  const className = `${styles['glyph']} ${styles[kind]} ${size === 36 ? styles['large'] : ''}`
  return label === undefined ? (
    <span className={className} aria-hidden="true" />
  ) : (
    <span className={className} role="img" aria-label={label} />
  )
}
