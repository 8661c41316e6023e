import { homeUri } from '#src/queries/files.ts'
import { canonicalUri } from '#src/contract/uri.ts'
import {
  formatOverrides,
  noOverrides,
  type Overrides,
  parseOverrides,
} from '#src/views/folder/overrides.ts'
import { folderAddress } from '#src/views/folder/path.ts'

/** What the address of Files says; what is left out is the default. */
export type FilesUrl = Overrides & {
  /** The folder; null when the address names none. */
  uri: string | null
  search: string
  /** What else is searched by, as the address says it; see `search.ts`. */
  kind: string | null
  changed: string | null
  size: string | null
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

export function parseFilesUrl(params: URLSearchParams): FilesUrl {
  const focus = params.get('focus')
  return {
    ...parseOverrides(params),
    uri: folderAddress(params.get('uri') || homeUri),
    search: params.get('q') ?? '',
    kind: params.get('kind'),
    changed: params.get('changed'),
    size: params.get('size'),
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
  formatOverrides(url, params)
  if (url.focus) params.set('focus', url.focus)
  if (url.open) params.set('open', url.open)
  if (url.view) params.set('view', url.view)
  return params
}

/** The way to a folder, and to a row in it. Search and look belong to the folder one leaves. */
export function folderHref(uri: string, focus: string | null = null): string {
  const bare = { ...noSearch, ...noOverrides, open: null, view: null }
  const params = formatFilesUrl({ ...bare, uri, focus }).toString()
  return params ? `/files?${params}` : '/files'
}
