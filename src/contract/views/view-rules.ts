import { ColumnType, type ViewColumn, type ViewSetting } from './view.ts'

/*
 * The rules for saving a view (docs/protocol.md §3.1), and how two views are compared. Separate from `view.ts` because
 * every page loads that one.
 */

export const viewLimits = {
  /** Rows; the maximum is the service's (`max_page_size`). */
  pageSize: { min: 50 },
  /** CSS pixels. */
  galleryWidth: { min: 50, max: 500 },
  /** CSS pixels; the service takes any number, these can be rendered. */
  columnWidth: { min: 40, max: 2000 },
  columns: 1000,
} as const

/** The view of folders when no view is stored up to the root (docs/protocol.md §3.3). */
export const defaultView = {
  page_size: 100,
  view: 'grid',
  thumbnail: true,
} as const satisfies ViewSetting

/** The view of the trash when none is stored. */
export const defaultTrashView: ViewSetting = {
  view: 'list',
  columns: [
    { type: ColumnType.name },
    { type: ColumnType.size },
    { type: ColumnType.collected },
    { type: ColumnType.originalLocation },
  ],
}

export const defaultGalleryWidth = 220

/** Empty fields are dropped, as the service does. */
function columnFields({ type, width, props }: ViewColumn) {
  return [type, width ?? null, props?.metadata_key || null, props?.custom_props_id || null]
}

/** The view with every field that the wire requires; missing ones get their default. */
export function withViewDefaults(view: ViewSetting): ViewSetting {
  return {
    ...view,
    page_size: view.page_size || defaultView.page_size,
    order_direction: view.order_direction || 'asc',
    view: view.view || 'list',
    thumbnail: view.thumbnail ?? false,
    gallery_width: view.gallery_width || defaultGalleryWidth,
  }
}

const comparedFields = (view: ViewSetting) => {
  const {
    page_size,
    order,
    order_direction,
    view: layout,
    thumbnail,
    gallery_width,
  } = withViewDefaults(view)
  const columns = (view.columns ?? []).map(columnFields)
  return [page_size, order ?? '', order_direction, layout, thumbnail, gallery_width, columns]
}

/** Whether both are null, or equal in every field that the service stores (docs/protocol.md §3.1). */
export function isSameView(one: ViewSetting | null, other: ViewSetting | null): boolean {
  if (!one || !other) return one === other
  return JSON.stringify(comparedFields(one)) === JSON.stringify(comparedFields(other))
}

/** Whether both have the same columns in the same order and widths. */
export const hasSameColumns = (one: ViewSetting, other: ViewSetting): boolean =>
  JSON.stringify((one.columns ?? []).map(columnFields)) ===
  JSON.stringify((other.columns ?? []).map(columnFields))

/** Identifies what a column shows, independent of its width. */
export function columnKey({ type, props }: ViewColumn): string {
  const key = props?.metadata_key || props?.custom_props_id
  return key ? `${type} ${key}` : String(type)
}

/** The fields of a view, those together that mean nothing alone. */
const fieldGroups = [
  ['view'],
  ['order', 'order_direction'],
  ['page_size'],
  ['thumbnail'],
  ['gallery_width'],
  ['columns'],
] as const satisfies readonly (readonly (keyof ViewSetting)[])[]
export type ViewFieldGroupName = (typeof fieldGroups)[number][0]

function isSameIn(fields: readonly (keyof ViewSetting)[], one: ViewSetting, other: ViewSetting) {
  return fields.every((field) =>
    field === 'columns' ? hasSameColumns(one, other) : (one[field] ?? '') === (other[field] ?? ''),
  )
}

/**
 * Merges two views that both began as `base`: what only one of them has changed is taken from that one. `conflicts` are
 * the fields that both have changed to different values; there the view has the value of `preferred`.
 */
export function mergeViews(
  base: ViewSetting,
  { mine, theirs }: { mine: ViewSetting; theirs: ViewSetting },
  preferred: 'mine' | 'theirs' = 'mine',
): { view: ViewSetting; conflicts: readonly ViewFieldGroupName[] } {
  const [before, own, other] = [
    withViewDefaults(base),
    withViewDefaults(mine),
    withViewDefaults(theirs),
  ]
  const changed = fieldGroups.filter((fields) => !isSameIn(fields, before, own))
  const conflicting = changed.filter(
    (fields) => !isSameIn(fields, before, other) && !isSameIn(fields, own, other),
  )
  const view: Record<string, unknown> = { ...other }
  for (const fields of changed) {
    if (preferred === 'theirs' && conflicting.includes(fields)) continue
    for (const field of fields)
      if (own[field] === undefined) delete view[field]
      else view[field] = own[field]
  }
  return { view, conflicts: conflicting.map(([field]) => field) }
}
