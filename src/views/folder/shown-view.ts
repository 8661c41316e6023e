import { ColumnType, type ViewColumn, type ViewSetting } from '#src/contract/view.ts'
import type { Sort } from '#src/ui/RowList.tsx'

export const layouts = ['list', 'grid', 'gallery'] as const
export type Layout = (typeof layouts)[number]

export const sortKeys = ['name', 'size', 'modified', 'created'] as const
export type SortKey = (typeof sortKeys)[number]

/** The orders of the wire behind what one sorts by. */
const orders: Record<SortKey, string> = {
  name: 'name',
  size: 'size',
  modified: 'updated_at',
  created: 'created_at',
}

/** How a folder is drawn. */
export type ShownView = {
  readonly layout: Layout
  /** Null for an order that only the service knows: its own then stands. */
  readonly sort: Sort | null
  readonly hasThumbnails: boolean
  /** CSS pixels. */
  readonly galleryWidth: number
  /** In order and never without the name; types that are not known are in it and not drawn. */
  readonly columns: readonly ViewColumn[]
}

const standardColumns: readonly ViewColumn[] = [
  { type: ColumnType.name },
  { type: ColumnType.size },
  { type: ColumnType.modified },
]
const standardGalleryWidth = 220

/** Dates and sizes are wanted largest first, names from A to Z. */
export const firstDirection = (by: string): Sort['direction'] => (by === 'name' ? 'asc' : 'desc')

/** A sort in the words of the wire, to lay over a view. */
export const viewOfSort = ({ by, direction }: Sort): Partial<ViewSetting> => ({
  order: orders[by as SortKey],
  order_direction: direction,
})

/** The sort that a view asks for; a view that names none is read by name. Null when it is not known here. */
export function sortOfView(view: Partial<ViewSetting>): Sort | null {
  const by = view.order ? sortKeys.find((key) => orders[key] === view.order) : 'name'
  return by ? { by, direction: view.order_direction === 'desc' ? 'desc' : 'asc' } : null
}

/**
 * What is drawn: the view that is in force here with what lies over it, be that the choices of an address or a draft.
 * Fields that `over` leaves out or has undefined are those of the view.
 */
export function overlayView(
  effective: ViewSetting | null,
  over: Partial<ViewSetting> = {},
): ShownView {
  const chosen = Object.fromEntries(
    Object.entries(over).filter(([, value]) => value !== undefined),
  ) as Partial<ViewSetting>
  const view: Partial<ViewSetting> = { ...effective, ...chosen }
  const columns = view.columns?.length ? view.columns : standardColumns
  return {
    layout: layouts.find((layout) => layout === view.view) ?? 'list',
    sort: sortOfView(view),
    hasThumbnails: view.thumbnail ?? false,
    galleryWidth: view.gallery_width || standardGalleryWidth,
    columns: columns.some(({ type }) => type === ColumnType.name)
      ? columns
      : [{ type: ColumnType.name }, ...columns],
  }
}
