import { Ellipsis } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { ColumnType } from '#src/contract/views/view.ts'
import type { ResolvedColumn } from '#src/features/folder-view/columns.ts'
import { ParentFolderPath } from '#src/features/folder/ParentFolderPath.tsx'
import { NarrowRowCell } from '#src/features/list-page/NarrowRowCell.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { formatDateTime, parseTime } from '#src/lib/time.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { Anchor } from '#src/ui/anchor.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { TruncatedText } from '#src/ui/text/TruncatedText.tsx'
import { ItemMarks } from './ItemMarks.tsx'
import { type ThumbnailExtensions, thumbnailUri } from './thumbnail-extensions.ts'
import { Thumbnail } from './Thumbnail.tsx'
import css from './FileCells.module.css'

/** The columns that fit, in order. */
export const ShownFileColumnsContext = createContext<readonly ResolvedColumn[]>([])

export type FileRowContextValue = {
  /** Opens the menu of a row; absent where rows have none. */
  onMenu?: ((row: FileRow, at: Anchor) => void) | undefined
  /** What takes the place of the name of a row that is being renamed. */
  nameFieldOf?: ((row: FileRow) => ReactNode) | undefined
  /** Ids of the rows that have been cut to the clipboard. */
  cut?: ReadonlySet<string> | undefined
  /** The files that this tab is uploading to the folder, by name. */
  uploading?: ReadonlyMap<string, 'uploading' | 'paused'> | undefined
}
/** A constant, because a new object would render every row again. */
export const defaultFileRowContext: FileRowContextValue = {}

export const FileRowContext = createContext<FileRowContextValue>(defaultFileRowContext)

type ThumbnailContext = {
  folder: string
  thumbnailKinds: ThumbnailExtensions
}
export const ThumbnailContext = createContext<ThumbnailContext>({
  folder: '',
  thumbnailKinds: undefined,
})

function FileItemIcon({ row, size }: { row: FileRow; size: 20 | 36 }) {
  const { folder, thumbnailKinds } = use(ThumbnailContext)
  return (
    <Thumbnail
      row={row}
      size={size}
      thumbnailKinds={thumbnailKinds}
      uri={thumbnailUri(row, folder)}
    />
  )
}

export function FileCells({ row }: { row: FileRow }) {
  return (
    <>
      {use(ShownFileColumnsContext).map((column) => (
        <div
          key={column.key}
          role="gridcell"
          className={column.type === ColumnType.name ? css['name'] : css['fact']}
          data-numeric={column.isNumeric || undefined}
          data-name={column.type === ColumnType.name || undefined}
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
  const { onMenu } = use(FileRowContext)
  if (!onMenu) return null
  return (
    <div role="gridcell" className={css['menu']}>
      <IconButton
        small
        tabIndex={-1}
        name={t.files.actionsFor(displayName(row.name))}
        tooltip={t.common.moreActions}
        aria-haspopup="menu"
        icon={<Ellipsis aria-hidden="true" />}
        onClick={(event) => onMenu(row, event.currentTarget)}
      />
    </div>
  )
}

/** Says that a file has no content yet. */
export function UploadStateText({ row }: { row: FileRow }) {
  const { t, locale } = useI18n()
  const own = use(FileRowContext).uploading?.get(row.name)
  if (own) return own === 'paused' ? t.files.uploadPaused : t.files.uploading
  const since = t.files.unfinishedSince(formatDateTime(row.createdAt, locale))
  return <span data-tooltip={since}>{t.files.notFinished}</span>
}

/** The size of a file, or what is wrong: its upload has not finished, or the link behind it no longer works. */
function Size({ row }: { row: FileRow }) {
  const { t, language } = useI18n()
  if (row.shortcut) return row.shortcut.isDead && t.files.linkDead
  return row.isUploading ? <UploadStateText row={row} /> : formatBytes(row.size, language)
}

function Content({ row, column }: { row: FileRow; column: ResolvedColumn }) {
  switch (column.type) {
    case ColumnType.name:
      return <FileName row={row} />
    case ColumnType.size:
      return (row.isFolder || row.shortcut) && !row.shortcut?.isDead ? '—' : <Size row={row} />
    case ColumnType.modified:
      return <Timestamp at={row.updatedAt || null} />
    case ColumnType.created:
      return <Timestamp at={row.createdAt || null} />
    case ColumnType.collected:
      return row.collectedAt === null ? null : <Timestamp at={row.collectedAt} isDeadline />
    case ColumnType.parent:
      return <ParentFolderPath of={row.uri} />
    case ColumnType.originalLocation:
      return row.origin === null ? null : <ParentFolderPath of={row.origin} />
    case ColumnType.takenAt:
      return <TakenAt text={column.textOf(row)} />
    case ColumnType.imageSize:
      return sizeOfImage(row)
    default:
      return <TruncatedText text={column.textOf(row)} />
  }
}

function FileName({ row }: { row: FileRow }) {
  const { nameFieldOf, cut } = use(FileRowContext)
  return (
    <>
      <FileItemIcon row={row} size={20} />
      {nameFieldOf?.(row) ?? (
        <span className={css['text']} data-cut={cut?.has(row.id) || undefined}>
          <TruncatedName name={row.name} />
          <ItemMarks row={row} />
        </span>
      )}
    </>
  )
}

/** Cameras write times in many formats: a text that cannot be parsed is shown as it is. */
function TakenAt({ text }: { text: string }) {
  const at = parseTime(text)
  return at === null ? <bdi>{text}</bdi> : <Timestamp at={at} style="date" />
}

function sizeOfImage({ metadata }: FileRow): string {
  const [x, y] = [metadata?.['exif:x'], metadata?.['exif:y']].map(Number)
  return x && y ? `${x} × ${y}` : ''
}

/**
 * A row in two lines for narrow screens: name, then time and size; search results show the path instead of the time.
 */
export function NarrowFileCells({ row }: { row: FileRow }) {
  const { nameFieldOf } = use(FileRowContext)
  const hasPath = use(ShownFileColumnsContext).some(({ type }) => type === ColumnType.parent)
  return (
    <>
      <NarrowRowCell
        icon={<FileItemIcon row={row} size={36} />}
        name={row.name}
        mark={<ItemMarks row={row} />}
        field={nameFieldOf?.(row)}
        detailsClassName={css['cardDetails']}
        details={
          <>
            {hasPath ? <ParentFolderPath of={row.uri} /> : <Timestamp at={row.updatedAt || null} />}
            {(!row.isFolder || row.shortcut) && (
              <span>
                <Size row={row} />
              </span>
            )}
          </>
        }
      />
      <MenuCell row={row} />
    </>
  )
}
