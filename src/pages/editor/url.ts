import { formatUri, InvalidUriError, parentUri, parseUri, rootUri } from '#src/contract/uri.ts'

/** The file that the address of the editor names; null when it names none. */
export function fileIn(params: URLSearchParams): string | null {
  try {
    const { search: _search, ...file } = parseUri(params.get('uri') ?? '')
    return file.segments.length > 0 ? formatUri(file) : null
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}

/** The way to the editor of a file. */
export const editHref = (uri: string): string => `/edit?${new URLSearchParams({ uri }).toString()}`

/** The way to the folder of a file, with its row in focus. */
export function folderHref(uri: string): string {
  const folder = parentUri(uri)
  const params = new URLSearchParams()
  if (folder !== null && folder !== rootUri('my')) params.set('uri', folder)
  params.set('focus', uri)
  return `/files?${params.toString()}`
}

export const nameOf = (uri: string): string => parseUri(uri).segments.at(-1) ?? ''

/** Whether a file of this name is read as prose; all else is code, whose columns mean something. */
export const isProse = (name: string): boolean =>
  /\.(?:txt|text|md|markdown|rst|adoc|org)$/i.test(name)
