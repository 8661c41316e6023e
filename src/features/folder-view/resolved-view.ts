import { defaultGalleryWidth } from '#src/contract/views/view-rules.ts'
import { ColumnType, type ViewColumn, type ViewSetting } from '#src/contract/views/view.ts'
import type { Sort } from '#src/ui/list/columns.ts'

export const layouts = ['list', 'grid', 'gallery'] as const
export type Layout = (typeof layouts)[number]

export const sortKeys = ['name', 'size', 'modified', 'created'] as const
export type SortKey = (typeof sortKeys)[number]

/** Sort keys of the protocol. */
const orders: Record<SortKey, string> = {
  name: 'name',
  size: 'size',
  modified: 'updated_at',
  created: 'created_at',
}

/**
 * How a folder is displayed: a `ViewSetting` (the record of the protocol) with defaults filled in. Elsewhere, too,
 * "view" means these settings and never a component.
 */
export type ResolvedView = {
  readonly layout: Layout
  /** Null for an order that only the service knows, which is then kept. */
  readonly sort: Sort | null
  readonly hasThumbnails: boolean
  /** In px. */
  readonly galleryWidth: number
  /** In display order, always with the name; may contain unknown types, which are not drawn. */
  readonly columns: readonly ViewColumn[]
}

const standardColumns: readonly ViewColumn[] = [
  { type: ColumnType.name },
  { type: ColumnType.size },
  { type: ColumnType.modified },
]

/** The first click sorts ascending for names, descending for dates and sizes. */
export const defaultSortDirection = (by: string): Sort['direction'] =>
  by === 'name' ? 'asc' : 'desc'

export const viewFieldsOfSort = ({ by, direction }: Sort): Partial<ViewSetting> => ({
  order: orders[by as SortKey],
  order_direction: direction,
})

/** The sort of a view, by name when it has none; null for an unknown order. */
export function sortOfView(view: Partial<ViewSetting>): Sort | null {
  const by = view.order ? sortKeys.find((key) => orders[key] === view.order) : 'name'
  return by ? { by, direction: view.order_direction === 'desc' ? 'desc' : 'asc' } : null
}

/**
 * Combines the effective view with changes to it: overrides of a URL or a draft. Fields of `overrides` that are missing or
 * undefined keep the value of the view.
 */
export function resolveView(
  effective: ViewSetting | null,
  overrides: Partial<ViewSetting> = {},
): ResolvedView {
  const chosen = Object.fromEntries(
    Object.entries(overrides).filter(([, value]) => value !== undefined),
  ) as Partial<ViewSetting>
  const view: Partial<ViewSetting> = { ...effective, ...chosen }
  const columns = view.columns?.length ? view.columns : standardColumns
  return {
    layout: layouts.find((layout) => layout === view.view) ?? 'list',
    sort: sortOfView(view),
    hasThumbnails: view.thumbnail ?? false,
    galleryWidth: view.gallery_width || defaultGalleryWidth,
    columns: columns.some(({ type }) => type === ColumnType.name)
      ? columns
      : [{ type: ColumnType.name }, ...columns],
  }
}
