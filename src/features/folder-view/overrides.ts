import { ColumnType, type ViewColumn, type ViewSetting } from '#src/contract/views/view.ts'
import { homeUri } from '#src/features/file-lists/files.ts'
import type { Sort } from '#src/ui/list/columns.ts'
import {
  defaultSortDirection,
  type Layout,
  layouts,
  sortKeys,
  viewFieldsOfSort,
} from './resolved-view.ts'

/** Changes to a folder's view that a URL carries without saving them; null leaves the field as stored. */
export type ViewOverrides = {
  readonly layout: Layout | null
  readonly sort: Sort | null
  readonly columns: readonly ViewColumn[] | null
  readonly thumbnails: boolean | null
}

/** One column as in `0:420,2,3::exif%3Aiso`: type, optional width in px, optional metadata key. */
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

/** Columns as in the URL; the same text means the same columns in the same order and widths. */
export const formatColumns = (columns: readonly ViewColumn[]): string =>
  columns.map(formatColumn).join(',')

export function parseOverrides(params: URLSearchParams): ViewOverrides {
  const by = sortKeys.find((key) => key === params.get('sort'))
  const dir = params.get('dir')
  const thumbs = params.get('thumbs')
  const columns = (params.get('cols') ?? '').split(',').flatMap(parseColumn)
  return {
    layout: layouts.find((layout) => layout === params.get('layout')) ?? null,
    sort: by
      ? { by, direction: dir === 'asc' || dir === 'desc' ? dir : defaultSortDirection(by) }
      : null,
    columns: columns.length > 0 ? columns : null,
    thumbnails: thumbs === 'on' || thumbs === 'off' ? thumbs === 'on' : null,
  }
}

/** Writes the overrides to `params`; unset ones are left out. */
export function formatOverrides(
  { layout, sort, columns, thumbnails }: ViewOverrides,
  params: URLSearchParams,
): URLSearchParams {
  if (layout) params.set('layout', layout)
  if (sort) {
    params.set('sort', sort.by)
    if (sort.direction !== defaultSortDirection(sort.by)) params.set('dir', sort.direction)
  }
  if (columns) params.set('cols', formatColumns(columns))
  if (thumbnails !== null) params.set('thumbs', thumbnails ? 'on' : 'off')
  return params
}

export function viewFieldsOfOverrides({
  layout,
  sort,
  columns,
  thumbnails,
}: ViewOverrides): Partial<ViewSetting> {
  return {
    ...(layout && { view: layout }),
    ...(sort && viewFieldsOfSort(sort)),
    ...(columns && { columns: [...columns] }),
    ...(thumbnails !== null && { thumbnail: thumbnails }),
  }
}

export const noOverrides: ViewOverrides = {
  layout: null,
  sort: null,
  columns: null,
  thumbnails: null,
}

export function folderViewHref(folder: string, overrides: ViewOverrides = noOverrides): string {
  const params = new URLSearchParams()
  if (folder !== homeUri) params.set('uri', folder)
  const query = formatOverrides(overrides, params).toString()
  return query ? `/files?${query}` : '/files'
}

/** The URL of a folder's view settings, which start with these overrides as unsaved changes. */
export function viewSettingsHref(folder: string, overrides: ViewOverrides = noOverrides): string {
  return `/view-settings?${formatOverrides(overrides, new URLSearchParams({ folder })).toString()}`
}
