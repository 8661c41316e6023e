import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { site } from '#src/queries/site.ts'
import { type Column, RowList } from '#src/ui/RowList.tsx'
import { phone, useMediaQuery } from '#src/ui/use-media-query.ts'
import { focusList } from '#src/ui/focus.ts'
import { later } from '#src/ui/later.ts'
import { SkeletonRows } from '#src/ui/Skeleton.tsx'
import { listProps, noTools } from './list-props.tsx'
import { useRowHeight } from '../use-row-height.ts'
import { drawnColumns, tracksOf } from './columns.ts'
import { FileCard, FileCells, type RowTools, ShownColumns, Thumbs, Tools } from './FileCells.tsx'
import type { ShownView } from './shown-view.ts'
import type { FolderRows } from './use-folder-rows.ts'
import { usePropertyNames } from './use-property-names.ts'

type RowListProps = ComponentProps<typeof RowList<FileRow>>

export type FolderViewProps = {
  /** Names the folder: another one begins anew. */
  folder: string
  /** Names what is searched for in it. */
  search?: string
  listing: Listing<FileRow, Folder>
  view: ShownView
  rows: FolderRows
  selection: Selection
  onOpen: (row: FileRow) => void
  /** Absent where the order is not to be changed here. */
  onSort?: (by: string) => void
  /** Columns beyond this many have no room. */
  columnLimit?: number
  openSlot?: number | undefined
  revealSlot?: number | undefined
  /** What stands above the first row, such as a folder that is being named. */
  lead?: ReactNode
  tools?: RowTools
} & Pick<RowListProps, 'onRowKey'>

/** More columns than these are drawn by nobody: a view may name a thousand. */
const mostColumns = 64

const noSort = () => {}
/** Of the menu of a row, in px. */
const menuWidth = 48

const tiles = later(() => import('./FolderTiles.tsx'), ['files'], 'at rest')

/** A folder's rows as its view says. Every layout draws the same rows with the same selection and the same actions. */
export function FolderView(props: FolderViewProps) {
  const isList = props.view.layout === 'list'
  const code = tiles.useCode(!isList, 'quietly')
  const drawn = useRef<unknown>(undefined)
  const draws = isList || code
  useEffect(() => {
    if (!draws) return
    const before = drawn.current
    drawn.current = draws
    // Another layout has taken the rows away, and one of them may have had the focus.
    if (before && before !== draws && document.activeElement === document.body) focusList()
  }, [draws])
  if (isList) return <FolderList {...props} />
  return code ? <code.FolderTiles {...props} /> : <SkeletonRows columns="1fr" variant="tiles" />
}

const rowThumb = later(() => import('./RowThumb.tsx'), ['files'])

function useThumbs(folder: string, isShown: boolean) {
  const Thumb = rowThumb.useCode(isShown, 'quietly')?.RowThumb
  const { data, isPending } = useQuery({ ...site.thumbnails(), enabled: isShown })
  return useMemo(
    () =>
      isShown && !isPending
        ? { Thumb, folder, pictured: data ?? null }
        : { folder, pictured: undefined },
    [Thumb, folder, isShown, isPending, data],
  )
}

function FolderList(props: FolderViewProps) {
  const { folder, view, onSort, tools = noTools } = props
  const { columnLimit = mostColumns } = props
  const { t } = useI18n()
  const isPhone = useMediaQuery(phone)
  const rowHeight = useRowHeight(isPhone)
  const properties = usePropertyNames(view)
  const drawn = useMemo(
    () => drawnColumns(view.columns, t, properties).slice(0, columnLimit),
    [view.columns, t, properties, columnLimit],
  )
  const canSort = onSort !== undefined
  const hasMenu = tools.onMenu !== undefined
  const { columns, least } = useMemo(() => {
    const room = tracksOf(drawn)
    const shown: Column[] = drawn.map(({ key, label, isNumeric, sort }, index) => ({
      key,
      label,
      track: room.tracks[index] ?? '',
      isNumeric,
      isSortable: sort !== null && canSort,
    }))
    const menu = { key: 'menu', label: t.common.moreActions, isLabelHidden: true }
    const isFilled = drawn.some(({ width }) => width === null)
    const track = isFilled ? `${menuWidth}px` : `minmax(${menuWidth}px, 1fr)`
    if (hasMenu) shown.push({ ...menu, track })
    return { columns: shown, least: room.least + (hasMenu ? menuWidth : 0) }
  }, [drawn, canSort, hasMenu, t])
  const thumbs = useThumbs(folder, view.hasThumbnails)
  return (
    <ShownColumns value={drawn}>
      <Thumbs value={thumbs}>
        <Tools value={tools}>
          <RowList
            {...listProps(props, t)}
            columns={columns}
            leastWidth={least}
            onSort={onSort ?? noSort}
            cells={isPhone ? FileCard : FileCells}
            isCards={isPhone}
            rowHeight={rowHeight}
          />
        </Tools>
      </Thumbs>
    </ShownColumns>
  )
}
