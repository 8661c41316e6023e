import { createContext, use } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { kindOfName } from '#src/lib/names.ts'
import { formatBytes } from '#src/lib/size.ts'
import type { FileRow } from '#src/queries/files.ts'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import css from './FileCells.module.css'
import type { SortKey } from './url.ts'

/** Which columns there is room for, in order. */
export const ShownColumns = createContext<readonly SortKey[]>([])

export function FileCells({ row }: { row: FileRow }) {
  const { language } = useI18n()
  const cell: Record<SortKey, () => React.ReactNode> = {
    name: () => (
      <>
        <FileGlyph kind={kindOfName(row.name, row.isFolder)} />
        <TruncatedName name={row.name} />
      </>
    ),
    size: () => (row.isFolder ? '' : formatBytes(row.size, language)),
    modified: () => <Timestamp at={row.updatedAt || null} />,
  }
  return use(ShownColumns).map((column) => (
    <div key={column} role="gridcell" className={css[column]}>
      {cell[column]()}
    </div>
  ))
}

/** The same facts in two lines, for narrow screens. */
export function FileCard({ row }: { row: FileRow }) {
  const { language } = useI18n()
  return (
    <div role="gridcell" className={css['card']}>
      <FileGlyph kind={kindOfName(row.name, row.isFolder)} size={36} />
      <div className={css['cardText']}>
        <div className={css['cardName']}>
          <TruncatedName name={row.name} />
        </div>
        <div className={css['cardFacts']}>
          <Timestamp at={row.updatedAt || null} />
          {!row.isFolder && <span>{formatBytes(row.size, language)}</span>}
        </div>
      </div>
    </div>
  )
}
