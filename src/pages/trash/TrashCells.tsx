import { use } from 'react'
import { KnownLockMark } from '#src/features/folder/cells/ItemMarks.tsx'
import { ItemThumbnail } from '#src/features/folder/cells/ItemThumbnail.tsx'
import { ShownColumnsContext } from '#src/features/list-page/ListTable.tsx'
import { NarrowRowCell } from '#src/features/list-page/NarrowRowCell.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import {
  daysLeft,
  hasFewDaysLeft,
  originalFolderNamesOf,
} from '#src/pages/trash/filters/filter-sort.ts'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { PathText } from '#src/ui/text/PathText.tsx'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { useNow } from '#src/ui/use-now.ts'
import type { DeletionGroupSortKey } from './url.ts'
import css from './TrashCells.module.css'

export function TrashItemIcon({ row, size }: { row: FileRow; size: 20 | 36 }) {
  return row.isFolder ? (
    <FileGlyph kind={kindOfName(row.name, true)} size={size} />
  ) : (
    <ItemThumbnail row={row} size={size} />
  )
}

/** Folders without a size show a dash. */
const sizeOf = (row: FileRow, language: string) =>
  row.isFolder && row.size === 0 ? '—' : formatBytes(row.size, language)

/** The original path of the item. */
export function OriginalPath({ row }: { row: FileRow }) {
  const { t } = useI18n()
  const origin = originalFolderNamesOf(row)
  if (origin === null) return <span>{t.trash.originUnknown}</span>
  return (
    <PathText names={origin.length === 0 ? [t.appShell.files] : origin.map(escapeControlChars)} />
  )
}

export function DaysLeft({ row }: { row: FileRow }) {
  const { t } = useI18n()
  const days = daysLeft(row, useNow())
  if (days === null) return null
  return (
    <span className={hasFewDaysLeft(days) ? css['soon'] : undefined}>{t.trash.daysLeft(days)}</span>
  )
}

export function TrashCells({ row }: { row: FileRow }) {
  const { t, language } = useI18n()
  const columns = use(ShownColumnsContext)
  const cell: Record<Exclude<DeletionGroupSortKey, 'items'>, () => React.ReactNode> = {
    name: () => (
      <>
        <TrashItemIcon row={row} size={20} />
        <div className={css['lines']}>
          <TruncatedName name={row.name} />
          {!columns.includes('origin') && (
            <div className={css['origin']}>
              <OriginalPath row={row} />
            </div>
          )}
        </div>
        <KnownLockMark row={row} />
      </>
    ),
    origin: () => <OriginalPath row={row} />,
    deleted: () => <Timestamp at={row.updatedAt || null} />,
    daysLeft: () => <DaysLeft row={row} />,
    size: () => (row.isUploading ? t.files.notFinished : sizeOf(row, language)),
  }
  return columns.map((column) => (
    <div key={column} role="gridcell" className={css[column]}>
      {cell[column as keyof typeof cell]()}
    </div>
  ))
}

export function NarrowTrashCells({ row }: { row: FileRow }) {
  return (
    <NarrowRowCell
      icon={<TrashItemIcon row={row} size={36} />}
      name={row.name}
      mark={<KnownLockMark row={row} />}
      detailsClassName={css['cardDetails']}
      details={
        <>
          <span className={css['cardOrigin']}>
            <OriginalPath row={row} />
          </span>
          <DaysLeft row={row} />
        </>
      }
    />
  )
}
