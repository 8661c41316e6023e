import { InvalidUriError, canonicalUri, formatUri, parseUri } from '#src/contract/uri.ts'
import { homeUri } from '#src/queries/files.ts'
import type { Sort } from '#src/ui/RowList.tsx'

/** What the address of Files says; what is left out is the default. */
export type FilesUrl = {
  /** The folder; null when the address names none. */
  uri: string | null
  search: string
  /** Null for the order that the folder's view says. */
  sort: Sort | null
  /** Address of the row to go to. */
  focus: string | null
  /** Id of the item whose details are open. */
  open: string | null
}

export const sortKeys = ['name', 'size', 'modified'] as const
export type SortKey = (typeof sortKeys)[number]

/** Dates and sizes are wanted largest first, names from A to Z. */
export const firstDirection = (by: string): Sort['direction'] => (by === 'name' ? 'asc' : 'desc')

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

export function parseFilesUrl(params: URLSearchParams): FilesUrl {
  const by = sortKeys.find((key) => key === params.get('sort'))
  const dir = params.get('dir')
  const focus = params.get('focus')
  return {
    uri: folderIn(params.get('uri')),
    search: params.get('q') ?? '',
    sort: by ? { by, direction: dir === 'asc' || dir === 'desc' ? dir : firstDirection(by) } : null,
    focus: focus && canonicalUri(focus),
    open: params.get('open'),
  }
}

export function formatFilesUrl(url: FilesUrl): URLSearchParams {
  const params = new URLSearchParams()
  if (url.uri && url.uri !== homeUri) params.set('uri', url.uri)
  if (url.search) params.set('q', url.search)
  if (url.sort) {
    params.set('sort', url.sort.by)
    if (url.sort.direction !== firstDirection(url.sort.by)) params.set('dir', url.sort.direction)
  }
  if (url.focus) params.set('focus', url.focus)
  if (url.open) params.set('open', url.open)
  return params
}

/** The way to a folder, and to a row in it. Search and order belong to the folder one leaves. */
export function folderHref(uri: string, focus: string | null = null): string {
  const params = formatFilesUrl({ uri, search: '', sort: null, focus, open: null }).toString()
  return params ? `/files?${params}` : '/files'
}
