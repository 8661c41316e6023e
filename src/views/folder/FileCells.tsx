import { Ellipsis } from 'lucide-react'
import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { ColumnType } from '#src/contract/view.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { kindOfName } from '#src/lib/names.ts'
import { formatBytes } from '#src/lib/size.ts'
import { parseTime } from '#src/lib/time.ts'
import type { FileRow } from '#src/queries/files.ts'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { type Box, boxOf } from '#src/ui/place.ts'
import { Timestamp } from '#src/ui/Timestamp.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import type { DrawnColumn } from './columns.ts'
import css from './FileCells.module.css'
import { Path } from './Path.tsx'
import type { PicturedKinds } from './pictured.ts'

/** The columns that there is room for, in order. */
export const ShownColumns = createContext<readonly DrawnColumn[]>([])

export type RowTools = {
  /** Opens the menu of a row; absent where there is none. */
  onMenu?: ((row: FileRow, at: Box) => void) | undefined
  /** The row whose name is being written, and the field for it. */
  editing?: { id: string; field: ReactNode } | undefined
  /** Ids of what is about to be moved away. */
  cut?: ReadonlySet<string> | undefined
}
/** What rows offer beside their facts. */
export const Tools = createContext<RowTools>({})

type ThumbsOf = {
  /** Draws a row's own picture; absent where none are shown. */
  Thumb?: ComponentType<{ row: FileRow; size: 20 | 36 }> | undefined
  folder: string
  pictured: PicturedKinds
}
export const Thumbs = createContext<ThumbsOf>({ folder: '', pictured: undefined })

function Sign({ row, size }: { row: FileRow; size: 20 | 36 }) {
  const { Thumb } = use(Thumbs)
  return Thumb ? (
    <Thumb row={row} size={size} />
  ) : (
    <FileGlyph kind={kindOfName(row.name, row.isFolder)} size={size} />
  )
}

export function FileCells({ row }: { row: FileRow }) {
  return (
    <>
      {use(ShownColumns).map((column) => (
        <div
          key={column.key}
          role="gridcell"
          className={column.type === ColumnType.name ? css['name'] : css['fact']}
          data-numeric={column.isNumeric || undefined}
        >
          <Content row={row} column={column} />
        </div>
      ))}
      <MenuCell row={row} />
    </>
  )
}

export function MenuCell({ row }: { row: FileRow }) {
  const { t } = useI18n()
  const { onMenu } = use(Tools)
  if (!onMenu) return null
  return (
    <div role="gridcell" className={css['menu']}>
      <IconButton
        small
        tabIndex={-1}
        name={t.files.actionsFor(displayName(row.name))}
        title={t.common.moreActions}
        aria-haspopup="menu"
        icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={(event) => onMenu(row, boxOf(event.currentTarget))}
      />
    </div>
  )
}

/** Of a file; one that is not here yet says so. */
function Size({ row }: { row: FileRow }) {
  const { t, language } = useI18n()
  return row.isArriving ? t.files.arriving : formatBytes(row.size, language)
}

function Content({ row, column }: { row: FileRow; column: DrawnColumn }) {
  switch (column.type) {
    case ColumnType.name:
      return <FileName row={row} />
    case ColumnType.size:
      return row.isFolder ? null : <Size row={row} />
    case ColumnType.modified:
      return <Timestamp at={row.updatedAt || null} />
    case ColumnType.created:
      return <Timestamp at={row.createdAt || null} />
    case ColumnType.collected:
      return row.collectedAt === null ? null : <Timestamp at={row.collectedAt} />
    case ColumnType.parent:
      return <Path of={row.uri} />
    case ColumnType.originalLocation:
      return row.origin === null ? null : <Path of={row.origin} />
    case ColumnType.takenAt:
      return <TakenAt text={column.textOf(row)} />
    case ColumnType.imageSize:
      return sizeOfImage(row)
    default:
      return <bdi title={column.textOf(row)}>{column.textOf(row)}</bdi>
  }
}

function FileName({ row }: { row: FileRow }) {
  const { editing, cut } = use(Tools)
  const isEditing = editing?.id === row.id
  return (
    <>
      <Sign row={row} size={20} />
      {isEditing ? (
        editing.field
      ) : (
        <span className={css['text']} data-cut={cut?.has(row.id) || undefined}>
          <TruncatedName name={row.name} />
        </span>
      )}
    </>
  )
}

/** Cameras write times in many ways; what is none is shown as it is. */
function TakenAt({ text }: { text: string }) {
  const at = parseTime(text)
  return at === null ? <bdi>{text}</bdi> : <Timestamp at={at} style="date" />
}

function sizeOfImage({ metadata }: FileRow): string {
  const [x, y] = [metadata?.['exif:x'], metadata?.['exif:y']].map(Number)
  return x && y ? `${x} × ${y}` : ''
}

/** Name, time and size in two lines, for narrow screens; the path instead of the time where it is to be seen. */
export function FileCard({ row }: { row: FileRow }) {
  const { editing } = use(Tools)
  const hasPath = use(ShownColumns).some(({ type }) => type === ColumnType.parent)
  return (
    <>
      <div role="gridcell" className={css['card']}>
        <Sign row={row} size={36} />
        {editing?.id === row.id ? (
          editing.field
        ) : (
          <div className={css['cardText']}>
            <div className={css['cardName']}>
              <TruncatedName name={row.name} />
            </div>
            <div className={css['cardFacts']}>
              {hasPath ? <Path of={row.uri} /> : <Timestamp at={row.updatedAt || null} />}
              {!row.isFolder && (
                <span>
                  <Size row={row} />
                </span>
              )}
            </div>
          </div>
        )}
      </div>
      <MenuCell row={row} />
    </>
  )
}
