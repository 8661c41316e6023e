import { canonicalUri } from '#src/contract/uri.ts'
import { homeUri } from '#src/features/file-lists/files.ts'
import {
  formatOverrides,
  noOverrides,
  type ViewOverrides,
  parseOverrides,
} from '#src/features/folder-view/overrides.ts'
import { toFolderUri } from '#src/features/folder/path.ts'

/** The state in the URL of Files; defaults are left out. */
export type FilesUrl = ViewOverrides & {
  /** The folder; null when the URL names none that is valid. */
  uri: string | null
  search: string
  /** The other conditions of a search, as the URL has them; see `search.ts`. */
  kind: string | null
  changed: string | null
  size: string | null
  /** Id of the person whose items are shown in Shared with me. */
  owner: string | null
  /** URI of the row to focus. */
  focus: string | null
  /** Id of the item whose details are open. */
  open: string | null
  /** Id of the image in the viewer. */
  image: string | null
}

const filters = ['kind', 'changed', 'size'] as const

export const noSearch = { search: '', kind: null, changed: null, size: null }

/** Whether the URL has a search. */
export const hasSearch = (url: FilesUrl): boolean =>
  url.search.trim() !== '' || filters.some((filter) => url[filter])

export function parseFilesUrl(params: URLSearchParams): FilesUrl {
  const focus = params.get('focus')
  return {
    ...parseOverrides(params),
    uri: toFolderUri(params.get('uri') || homeUri),
    search: params.get('q') ?? '',
    kind: params.get('kind'),
    changed: params.get('changed'),
    size: params.get('size'),
    owner: params.get('by'),
    focus: focus && canonicalUri(focus),
    open: params.get('open'),
    image: params.get('view'),
  }
}

export function formatFilesUrl(url: FilesUrl): URLSearchParams {
  const params = new URLSearchParams()
  if (url.uri && url.uri !== homeUri) params.set('uri', url.uri)
  if (url.search) params.set('q', url.search)
  for (const filter of filters) if (url[filter]) params.set(filter, url[filter])
  if (url.owner) params.set('by', url.owner)
  formatOverrides(url, params)
  if (url.focus) params.set('focus', url.focus)
  if (url.open) params.set('open', url.open)
  if (url.image) params.set('view', url.image)
  return params
}

/** The URL of a folder, and of a row in it, without search and overrides of the view. */
export function folderHref(uri: string, focus: string | null = null): string {
  const bare = { ...noSearch, ...noOverrides, owner: null, open: null, image: null }
  const params = formatFilesUrl({ ...bare, uri, focus }).toString()
  return params ? `/files?${params}` : '/files'
}
