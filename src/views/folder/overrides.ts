import { isSameColumns } from '#src/contract/view-rules.ts'
import { ColumnType, type ViewColumn, type ViewSetting } from '#src/contract/view.ts'
import { homeUri } from '#src/queries/files.ts'
import type { Sort } from '#src/ui/RowList.tsx'
import {
  firstDirection,
  type Layout,
  layouts,
  overlayView,
  sortKeys,
  viewOfSort,
} from './shown-view.ts'

/** What an address lays over a folder's view; null for as the view says. */
export type Overrides = {
  readonly layout: Layout | null
  readonly sort: Sort | null
  readonly columns: readonly ViewColumn[] | null
  readonly thumbnails: boolean | null
}

/** `0:420,2,3::exif%3Aiso`: type, width where there is one, and what a column of metadata shows. */
function formatColumn({ type, width, props }: ViewColumn): string {
  const key = props?.metadata_key ?? props?.custom_props_id
  const parts = [type, width ?? '', key === undefined ? '' : encodeURIComponent(key)]
  return parts.join(':').replace(/:+$/, '')
}

function parseColumn(text: string): ViewColumn[] {
  const match = /^(-?\d+)(?::(\d*))?(?::(.+))?$/.exec(text)
  if (!match) return []
  const [, type = '', width, key] = match
  let shown: string | undefined
  try {
    shown = key === undefined ? undefined : decodeURIComponent(key)
  } catch {
    return []
  }
  const isProperty = Number(type) === ColumnType.customProperty
  return [
    {
      type: Number(type),
      ...(width ? { width: Number(width) } : {}),
      ...(shown === undefined
        ? {}
        : { props: isProperty ? { custom_props_id: shown } : { metadata_key: shown } }),
    },
  ]
}

export function parseOverrides(params: URLSearchParams): Overrides {
  const by = sortKeys.find((key) => key === params.get('sort'))
  const dir = params.get('dir')
  const thumbs = params.get('thumbs')
  const columns = (params.get('cols') ?? '').split(',').flatMap(parseColumn)
  return {
    layout: layouts.find((layout) => layout === params.get('layout')) ?? null,
    sort: by ? { by, direction: dir === 'asc' || dir === 'desc' ? dir : firstDirection(by) } : null,
    columns: columns.length > 0 ? columns : null,
    thumbnails: thumbs === 'on' || thumbs === 'off' ? thumbs === 'on' : null,
  }
}

/** Writes them into `params`; what is as the view says is left out. */
export function formatOverrides(
  { layout, sort, columns, thumbnails }: Overrides,
  params: URLSearchParams,
): URLSearchParams {
  if (layout) params.set('layout', layout)
  if (sort) {
    params.set('sort', sort.by)
    if (sort.direction !== firstDirection(sort.by)) params.set('dir', sort.direction)
  }
  if (columns) params.set('cols', columns.map(formatColumn).join(','))
  if (thumbnails !== null) params.set('thumbs', thumbnails ? 'on' : 'off')
  return params
}

/** The fields of a view that an address lays over it. */
export function overridesOf({
  layout,
  sort,
  columns,
  thumbnails,
}: Overrides): Partial<ViewSetting> {
  return {
    ...(layout && { view: layout }),
    ...(sort && viewOfSort(sort)),
    ...(columns && { columns: [...columns] }),
    ...(thumbnails !== null && { thumbnail: thumbnails }),
  }
}

/** What has to be laid over one view for it to look like another. */
export function overridesBetween(from: ViewSetting, to: ViewSetting): Overrides {
  const [before, after] = [overlayView(from), overlayView(to)]
  const isSorted =
    before.sort?.by === after.sort?.by && before.sort?.direction === after.sort?.direction
  return {
    layout: before.layout === after.layout ? null : after.layout,
    sort: isSorted ? null : after.sort,
    columns: isSameColumns(from, to) ? null : after.columns,
    thumbnails: before.hasThumbnails === after.hasThumbnails ? null : after.hasThumbnails,
  }
}

export const noOverrides: Overrides = { layout: null, sort: null, columns: null, thumbnails: null }

/** A folder in Files, looked at as these say. */
export function looksHref(folder: string, overrides: Overrides = noOverrides): string {
  const params = new URLSearchParams()
  if (folder !== homeUri) params.set('uri', folder)
  const query = formatOverrides(overrides, params).toString()
  return query ? `/files?${query}` : '/files'
}

/** The view settings of a folder, to begin with what is looked at. */
export function viewSettingsHref(folder: string, overrides: Overrides = noOverrides): string {
  return `/view-settings?${formatOverrides(overrides, new URLSearchParams({ folder })).toString()}`
}
