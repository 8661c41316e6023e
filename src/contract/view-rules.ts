import { ColumnType, type ViewColumn, type ViewSetting } from './view.ts'

/*
 * What a view must be to be saved (contract.md §3.1), and what of two views counts as a difference. Apart from `view.ts`,
 * which every page loads.
 */

export const viewLimits = {
  /** Rows; the most is the service's own (`max_page_size`). */
  pageSize: { min: 50 },
  /** CSS pixels. */
  galleryWidth: { min: 50, max: 500 },
  /** CSS pixels; the service takes any number, and these can be drawn. */
  columnWidth: { min: 40, max: 2000 },
  columns: 1000,
} as const

/** What holds where no view was saved up to the root (contract.md §3.3). */
export const builtInView = {
  page_size: 100,
  view: 'grid',
  thumbnail: true,
} as const satisfies ViewSetting

/** What holds in a trash without a view of its own. */
export const builtInTrashView: ViewSetting = {
  view: 'list',
  columns: [
    { type: ColumnType.name },
    { type: ColumnType.size },
    { type: ColumnType.collected },
    { type: ColumnType.originalLocation },
  ],
}

const standardGalleryWidth = 220

/** What says nothing is not sent: the service drops it too. */
function bareColumn({ type, width, props }: ViewColumn) {
  return [type, width ?? null, props?.metadata_key || null, props?.custom_props_id || null]
}

/** Every field that the wire requires, with the value that a field has when it is missing; the others as they are. */
export function wholeView(view: ViewSetting): ViewSetting {
  return {
    ...view,
    page_size: view.page_size || builtInView.page_size,
    order_direction: view.order_direction || 'asc',
    view: view.view || 'list',
    thumbnail: view.thumbnail ?? false,
    gallery_width: view.gallery_width || standardGalleryWidth,
  }
}

/** What of a view is compared. */
const bare = (view: ViewSetting) => {
  const {
    page_size,
    order,
    order_direction,
    view: layout,
    thumbnail,
    gallery_width,
  } = wholeView(view)
  const columns = (view.columns ?? []).map(bareColumn)
  return [page_size, order ?? '', order_direction, layout, thumbnail, gallery_width, columns]
}

/** Whether both are none, or say the same in all that the service keeps (spec §2.6). */
export function isSameView(one: ViewSetting | null, other: ViewSetting | null): boolean {
  if (!one || !other) return one === other
  return JSON.stringify(bare(one)) === JSON.stringify(bare(other))
}

/** Whether both have the same columns, in the same order and of the same width. */
export const isSameColumns = (one: ViewSetting, other: ViewSetting): boolean =>
  JSON.stringify((one.columns ?? []).map(bareColumn)) ===
  JSON.stringify((other.columns ?? []).map(bareColumn))

/** What a column shows, whatever its width. */
export function columnKey({ type, props }: ViewColumn): string {
  const key = props?.metadata_key || props?.custom_props_id
  return key ? `${type} ${key}` : String(type)
}
