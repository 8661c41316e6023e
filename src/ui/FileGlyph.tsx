import type { FileKind } from '../lib/names.ts'
import styles from './FileGlyph.module.css'

export interface FileGlyphProps {
  kind: FileKind
  size?: 20 | 36
  /** The kind in words, where no name stands beside it. */
  label?: string
}

/** The tinted sign of a kind of file. One element, drawn by CSS: a list has a hundred of them. */
export function FileGlyph({ kind, size = 20, label }: FileGlyphProps) {
  const className = `${styles['glyph']} ${styles[kind]} ${size === 36 ? styles['large'] : ''}`
  return label === undefined ? (
    <span className={className} aria-hidden="true" />
  ) : (
    <span className={className} role="img" aria-label={label} />
  )
}
