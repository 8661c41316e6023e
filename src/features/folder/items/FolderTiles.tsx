import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { useThumbnail } from '#src/features/file-lists/thumbnails.ts'
import {
  type Layout,
  type ResolvedView,
  sortKeys,
} from '#src/features/folder-view/resolved-view.ts'
import {
  MenuCell,
  defaultFileRowContext,
  FileRowContext,
  UploadStateText,
} from '#src/features/folder/cells/FileCells.tsx'
import { MarkBadges, Marks, SharedBy } from '#src/features/folder/cells/ItemMarks.tsx'
import {
  mayHaveThumbnail,
  type ThumbnailExtensions,
  thumbnailUri,
} from '#src/features/folder/cells/thumbnail-extensions.ts'
import { site } from '#src/features/session/site.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { TileSpec } from '#src/lib/geometry/tiles.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { UniformTileList } from '#src/ui/list/tiles/UniformTileList.tsx'
import { phoneQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import { recordAspectRatio } from './aspect-ratios.ts'
import { type FolderItemsProps, folderGridProps } from './folder-grid-props.ts'
import { GalleryList } from './GalleryList.tsx'
import css from './FolderTiles.module.css'

/** CSS pixels. */
const gridWidth = 172
/** Tiles narrower than this, in px, show the picture only; the name is a tooltip and read by screen readers. */
const minNamedWidth = 116

type TileContextValue = {
  folder: string
  layout: Layout
  isNamed: boolean
  thumbnailKinds: ThumbnailExtensions
  /** Called with each loaded thumbnail, whose size tells the aspect ratio of the picture. */
  onPicture?: typeof recordAspectRatio | undefined
}

/** `FolderTiles` provides it to all tiles. */
const TileContext = createContext({} as TileContextValue)

function tileSpec(
  { layout, galleryWidth }: ResolvedView,
  isPhone: boolean,
  namesOwners: boolean,
): TileSpec {
  const edge = isPhone ? 16 : 24
  if (layout === 'grid') {
    // Who shares an item has a line of its own.
    const caption = namesOwners ? 72 : 54
    return { width: gridWidth, gap: 16, edge, ratio: 3 / 4, caption, elements: 14 }
  }
  // The usual proportions of photographs: such pictures are as wide as the view says.
  const ratio = 2 / 3
  const width = Math.max(50, Math.min(galleryWidth, 500))
  const isNamed = width >= minNamedWidth
  return isNamed
    ? { width, gap: 14, edge, ratio, caption: 36, elements: 12 }
    : { width, gap: 12, edge, ratio, caption: 0, elements: 5 }
}

/** A folder as tiles: all of one size with names, or a gallery of pictures of about the width that the view says. */
export function FolderTiles(props: FolderItemsProps) {
  const { folder, list, view, rowContext = defaultFileRowContext } = props
  const { layout, galleryWidth, hasThumbnails } = view
  const { t } = useI18n()
  const isPhone = useMediaQuery(phoneQuery)
  const spec = useMemo(
    () => tileSpec({ layout, galleryWidth } as ResolvedView, isPhone, folder === sharedWithMeUri),
    [layout, galleryWidth, isPhone, folder],
  )
  const { data, isPending } = useQuery({ ...site.thumbnails(), enabled: hasThumbnails })
  const isNamed = spec.caption > 0
  const { rowIndexes } = props.rows
  const compact = useMemo(() => {
    const first = rowIndexes.findIndex((rowIndex) => !list.at(rowIndex)?.isFolder)
    return first < 0 ? rowIndexes.length : first
  }, [list, rowIndexes])
  const tileContext = useMemo<TileContextValue>(
    () => ({
      folder,
      layout,
      isNamed,
      thumbnailKinds: hasThumbnails && !isPending ? (data ?? null) : undefined,
      onPicture: layout === 'gallery' ? recordAspectRatio : undefined,
    }),
    [folder, layout, isNamed, hasThumbnails, isPending, data],
  )
  const List = layout === 'gallery' ? GalleryList : UniformTileList<FileRow>
  const heads = useMemo(() => sortKeys.map((key) => ({ key, label: t.files.columns[key] })), [t])
  return (
    <TileContext value={tileContext}>
      <FileRowContext value={rowContext}>
        <List
          {...folderGridProps(props, t)}
          sortKeys={heads}
          onSort={props.onSort}
          spec={spec}
          compact={compact}
          content={TileContent}
          menuCell={rowContext.onMenu && MenuCell}
          isCards={isPhone}
        />
      </FileRowContext>
    </TileContext>
  )
}

/** What keeps an item from being opened. */
function State({ row }: { row: FileRow }) {
  const { t } = useI18n()
  if (row.shortcut?.isDead) return <small>{t.files.linkDead}</small>
  return (
    row.isUploading && (
      <small>
        <UploadStateText row={row} />
      </small>
    )
  )
}

function Facts({ row }: { row: FileRow }) {
  const { language } = useI18n()
  return (
    <small className={css['facts']}>
      <span>
        {!row.shortcut &&
          !row.isFolder &&
          !row.isUploading &&
          `${formatBytes(row.size, language)} · `}
        <Timestamp at={row.updatedAt || null} />
      </span>
      <Marks row={row} />
    </small>
  )
}

function TilePicture({ row, isCut }: { row: FileRow; isCut: true | undefined }) {
  const { folder, layout, isNamed, thumbnailKinds, onPicture } = use(TileContext)
  const uri = mayHaveThumbnail(row, thumbnailKinds) ? thumbnailUri(row, folder) : null
  const address = useThumbnail(uri === null ? null : { id: row.id, uri, updatedAt: row.updatedAt })
  return (
    <span
      className={css['picture']}
      data-layout={layout}
      data-cut={isCut}
      data-thumb={address !== undefined || undefined}
      data-tooltip={isNamed ? undefined : escapeControlChars(row.name)}
    >
      {address === undefined ? (
        <FileGlyph kind={kindOfName(row.name, row.isFolder)} size={isNamed ? 36 : 20} />
      ) : (
        <img
          src={address}
          alt=""
          decoding="async"
          draggable={false}
          onLoad={onPicture && (({ currentTarget }) => onPicture(row, currentTarget))}
        />
      )}
      <State row={row} />
      {layout === 'gallery' && <MarkBadges row={row} />}
    </span>
  )
}

function TileContent({ row, isCompact }: { row: FileRow; isCompact: boolean }) {
  const { nameFieldOf, cut } = use(FileRowContext)
  const { layout, isNamed } = use(TileContext)
  const isCut = cut?.has(row.id) || undefined
  const field = nameFieldOf?.(row)
  const name =
    field !== undefined ? (
      <span className={css['editing']}>{field}</span>
    ) : (
      <span className={css['text']}>
        <TruncatedName name={row.name} />
        {layout === 'grid' && !isCompact && <Facts row={row} />}
        {layout === 'grid' && row.shortcut && (
          <small>
            <SharedBy id={row.shortcut.owner} />
          </small>
        )}
      </span>
    )
  if (isCompact)
    return (
      <span className={css['folder']} data-cut={isCut}>
        <FileGlyph kind="folder" />
        {name}
        <Marks row={row} />
        <State row={row} />
      </span>
    )
  return (
    <>
      <TilePicture row={row} isCut={isCut} />
      {(isNamed || field !== undefined) && (
        <span className={css['name']} data-cut={isCut}>
          {name}
        </span>
      )}
    </>
  )
}
