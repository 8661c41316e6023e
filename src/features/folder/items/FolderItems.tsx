import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { fittingColumns, gridTracks, resolveColumns } from '#src/features/folder-view/columns.ts'
import { sortKeys } from '#src/features/folder-view/resolved-view.ts'
import {
  NarrowFileCells,
  FileCells,
  ShownFileColumnsContext,
  ThumbnailContext,
  defaultFileRowContext,
  FileRowContext,
} from '#src/features/folder/cells/FileCells.tsx'
import { useCustomPropertyNames } from '#src/features/folder/cells/use-custom-property-names.ts'
import {
  type ColumnHeadState,
  ColumnEditingContext,
  rowMenuColumnKey,
} from '#src/features/folder/columns/column-editing-context.ts'
import { createColumnControls } from '#src/features/folder/columns/ColumnHead.tsx'
import { useRowHeight } from '#src/features/list-page/use-row-height.ts'
import { site } from '#src/features/session/site.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import type { Column } from '#src/ui/list/columns.ts'
import { RowList, rowChromeWidth } from '#src/ui/list/RowList.tsx'
import { phoneQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { useSize } from '#src/ui/sizes/use-size.ts'
import { type FolderItemsProps, folderGridProps } from './folder-grid-props.ts'
import { FolderTiles } from './FolderTiles.tsx'

const ColumnMenus = lazyWhenOpened(
  async () => (await import('#src/features/folder/columns/ColumnMenus.tsx')).ColumnMenus,
)

/** The most columns that are drawn: a stored view may have a thousand. */
const maxColumns = 64

const ignoreSort = () => {}
/** Width of the menu button of a row, in px. */
const menuWidth = 48

/** The rows of a folder, in the layout of its view. All layouts share rows, selection and actions. */
export function FolderItems(props: FolderItemsProps) {
  return props.view.layout === 'list' ? <FolderList {...props} /> : <FolderTiles {...props} />
}

function useThumbnailProps(folder: string, isShown: boolean) {
  const { data, isPending } = useQuery({ ...site.thumbnails(), enabled: isShown })
  return useMemo(
    () => ({ folder, thumbnailKinds: isShown && !isPending ? (data ?? null) : undefined }),
    [folder, isShown, isPending, data],
  )
}

function FolderList(props: FolderItemsProps) {
  const { folder, view, onSort, rowContext = defaultFileRowContext } = props
  const { columnLimit = maxColumns } = props
  const { t } = useI18n()
  const isPhone = useMediaQuery(phoneQuery)
  const rowHeight = useRowHeight(isPhone)
  const properties = useCustomPropertyNames(view)
  const { onColumns } = props
  const [edit, setEdit] = useState<ColumnHeadState>({})
  const { width: dragged } = edit
  const canSort = onSort !== undefined
  const hasMenu = rowContext.onMenu !== undefined
  const scroller = useRef<HTMLDivElement>(null)
  const listWidth = useSize(scroller)?.width
  const { by: sortedBy = '', direction } = props.rows.sort ?? {}
  const resolved = useMemo(
    () => resolveColumns(view.columns, t, properties).slice(0, columnLimit),
    [view.columns, t, properties, columnLimit],
  )
  const drawn = useMemo(() => {
    // Cards have no columns.
    const room = !isPhone && listWidth && listWidth - rowChromeWidth - (hasMenu ? menuWidth : 0)
    return fittingColumns(resolved, room || undefined, sortedBy).map((column) =>
      column.key === dragged?.key ? { ...column, width: dragged.px } : column,
    )
  }, [resolved, isPhone, listWidth, hasMenu, sortedBy, dragged])
  const { columns, least } = useMemo(() => {
    const room = gridTracks(drawn)
    const hidden = drawn.every(({ key }) => key !== sortedBy)
      ? sortKeys.find((key) => key === sortedBy)
      : undefined
    const note = hidden && t.files.sortedByHidden(t.files.columns[hidden], direction)
    const shown: Column[] = drawn.map(({ key, label, isNumeric, sort }, index) => ({
      key,
      note: key === 'name' ? note : undefined,
      label,
      track: room.tracks[index] ?? '',
      isNumeric,
      isSortable: sort !== null && canSort,
    }))
    const menu = { key: rowMenuColumnKey, label: t.common.moreActions, isLabelHidden: true }
    // The last column takes what a name column with a width of its own leaves in a wide list.
    const isNameFixed = drawn.some(({ key, width }) => key === 'name' && width !== null)
    const menuTrack = isNameFixed ? `minmax(${menuWidth}px, 1fr)` : `${menuWidth}px`
    if (hasMenu) shown.push({ ...menu, track: menuTrack })
    return { columns: shown, least: room.least + (hasMenu ? menuWidth : 0) }
  }, [drawn, canSort, hasMenu, sortedBy, direction, t])
  const thumbnails = useThumbnailProps(folder, view.hasThumbnails)
  const editing = onColumns && { columns: view.columns, drawn, edit, setEdit, onColumns }
  return (
    <ColumnEditingContext value={editing}>
      {onColumns && (edit.menu || edit.adding) && <ColumnMenus {...props} />}
      <ShownFileColumnsContext value={drawn}>
        <ThumbnailContext value={thumbnails}>
          <FileRowContext value={rowContext}>
            <RowList
              {...folderGridProps(props, t)}
              columns={columns}
              columnControls={onColumns && createColumnControls(setEdit)}
              minColumnsWidth={least}
              scrollerRef={scroller}
              onSort={onSort ?? ignoreSort}
              cells={isPhone ? NarrowFileCells : FileCells}
              isCards={isPhone}
              rowHeight={rowHeight}
            />
          </FileRowContext>
        </ThumbnailContext>
      </ShownFileColumnsContext>
    </ColumnEditingContext>
  )
}
