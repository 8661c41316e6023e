import { createContext, use } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/display.ts'
import { kindOfName } from '#src/lib/names.ts'
import { formatBytes } from '#src/lib/size.ts'
import type { FileRow } from '#src/queries/files.ts'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { daysLeft, isFewDays, originOf } from './arrange.ts'
import css from './TrashCells.module.css'
import type { SortKey } from './url.ts'

/** Which columns there is room for, in order. */
export const ShownColumns = createContext<readonly SortKey[]>([])

/** Folders that are listed without a size have none to show. */
const sizeOf = (row: FileRow, language: string) =>
  row.isFolder && row.size === 0 ? '' : formatBytes(row.size, language)

/** Where the item was, each folder's name kept apart from the next. */
export function Origin({ row }: { row: FileRow }) {
  const { t } = useI18n()
  const origin = originOf(row)
  if (origin === null) return <span>{t.trash.originUnknown}</span>
  const names = origin.length === 0 ? [t.frame.files] : origin.map(visibleText)
  return (
    <span title={names.join(' / ')}>
      {names.map((name, index) => (
        // Two folders on one way may have the same name.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>
          {index > 0 && ' / '}
          <bdi>{name}</bdi>
        </span>
      ))}
    </span>
  )
}

/** A bare number while there is time. */
function DaysLeft({ row, inWords = false }: { row: FileRow; inWords?: boolean }) {
  const { t } = useI18n()
  const days = daysLeft(row, useNow())
  if (days === null) return null
  if (isFewDays(days)) return <span className={css['soon']}>{t.trash.daysLeft(days)}</span>
  return <span>{inWords ? t.trash.daysLeft(days) : t.common.number(days)}</span>
}

export function TrashCells({ row }: { row: FileRow }) {
  const { language } = useI18n()
  const cell: Record<SortKey, () => React.ReactNode> = {
    name: () => (
      <>
        <FileGlyph kind={kindOfName(row.name, row.isFolder)} />
        <TruncatedName name={row.name} />
      </>
    ),
    origin: () => <Origin row={row} />,
    deleted: () => <Timestamp at={row.updatedAt || null} />,
    daysLeft: () => <DaysLeft row={row} />,
    size: () => sizeOf(row, language),
  }
  return use(ShownColumns).map((column) => (
    <div key={column} role="gridcell" className={css[column]}>
      {cell[column]()}
    </div>
  ))
}

/** Name, then where it was and how long it stays, for narrow screens. */
export function TrashCard({ row }: { row: FileRow }) {
  return (
    <div role="gridcell" className={css['card']}>
      <FileGlyph kind={kindOfName(row.name, row.isFolder)} size={36} />
      <div className={css['cardText']}>
        <div className={css['cardName']}>
          <TruncatedName name={row.name} />
        </div>
        <div className={css['cardFacts']}>
          <span className={css['cardOrigin']}>
            <Origin row={row} />
          </span>
          <DaysLeft row={row} inWords />
        </div>
      </div>
    </div>
  )
}
