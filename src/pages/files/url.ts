import { InvalidUriError, canonicalUri, formatUri, parseUri } from '#src/contract/uri.ts'
import { ColumnType, type ViewColumn, type ViewSetting } from '#src/contract/view.ts'
import { homeUri } from '#src/queries/files.ts'
import type { Sort } from '#src/ui/RowList.tsx'
import {
  firstDirection,
  type Layout,
  layouts,
  sortKeys,
  viewOfSort,
} from '#src/views/folder/shown-view.ts'

/** What the address of Files says; what is left out is the default. */
export type FilesUrl = {
  /** The folder; null when the address names none. */
  uri: string | null
  search: string
  /** What else is searched by, as the address says it; see `search.ts`. */
  kind: string | null
  changed: string | null
  size: string | null
  /** What is looked at otherwise than the folder's view says; null for as it says. */
  layout: Layout | null
  sort: Sort | null
  columns: readonly ViewColumn[] | null
  /** Address of the row to go to. */
  focus: string | null
  /** Id of the item whose details are open. */
  open: string | null
  /** Id of the picture that is looked at. */
  view: string | null
}

const filters = ['kind', 'changed', 'size'] as const

/** What leads from a search back to its folder. */
export const noSearch = { search: '', kind: null, changed: null, size: null }

/** Whether something is searched for. */
export const isSearch = (url: FilesUrl): boolean =>
  url.search.trim() !== '' || filters.some((filter) => url[filter])

function folderIn(text: string | null): string | null {
  if (!text) return homeUri
  try {
    const { search: _search, ...folder } = parseUri(text)
    return formatUri(folder)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
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

export function parseFilesUrl(params: URLSearchParams): FilesUrl {
  const by = sortKeys.find((key) => key === params.get('sort'))
  const dir = params.get('dir')
  const focus = params.get('focus')
  const columns = (params.get('cols') ?? '').split(',').flatMap(parseColumn)
  return {
    uri: folderIn(params.get('uri')),
    search: params.get('q') ?? '',
    kind: params.get('kind'),
    changed: params.get('changed'),
    size: params.get('size'),
    layout: layouts.find((layout) => layout === params.get('layout')) ?? null,
    sort: by ? { by, direction: dir === 'asc' || dir === 'desc' ? dir : firstDirection(by) } : null,
    columns: columns.length > 0 ? columns : null,
    focus: focus && canonicalUri(focus),
    open: params.get('open'),
    view: params.get('view'),
  }
}

export function formatFilesUrl(url: FilesUrl): URLSearchParams {
  const params = new URLSearchParams()
  if (url.uri && url.uri !== homeUri) params.set('uri', url.uri)
  if (url.search) params.set('q', url.search)
  for (const filter of filters) if (url[filter]) params.set(filter, url[filter])
  if (url.layout) params.set('layout', url.layout)
  if (url.sort) {
    params.set('sort', url.sort.by)
    if (url.sort.direction !== firstDirection(url.sort.by)) params.set('dir', url.sort.direction)
  }
  if (url.columns) params.set('cols', url.columns.map(formatColumn).join(','))
  if (url.focus) params.set('focus', url.focus)
  if (url.open) params.set('open', url.open)
  if (url.view) params.set('view', url.view)
  return params
}

/** What the address lays over the folder's view. */
export function overridesOf({ layout, sort, columns }: FilesUrl): Partial<ViewSetting> {
  return {
    ...(layout && { view: layout }),
    ...(sort && viewOfSort(sort)),
    ...(columns && { columns: [...columns] }),
  }
}

/** The way to a folder, and to a row in it. Search and look belong to the folder one leaves. */
export function folderHref(uri: string, focus: string | null = null): string {
  const bare = { layout: null, sort: null, columns: null, open: null, view: null }
  const params = formatFilesUrl({ ...noSearch, ...bare, uri, focus }).toString()
  return params ? `/files?${params}` : '/files'
}
