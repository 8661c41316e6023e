import { formatUri, InvalidUriError, parentUri, parseUri, rootUri } from '#src/contract/uri.ts'

/** URI of the file in the URL's parameters; null when it is missing or invalid. */
export function parseEditorUrl(params: URLSearchParams): string | null {
  try {
    const { search: _search, ...file } = parseUri(params.get('uri') ?? '')
    return file.segments.length > 0 ? formatUri(file) : null
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}

export const editHref = (uri: string): string => `/edit?${new URLSearchParams({ uri }).toString()}`

/** URL of the folder of a file, with the focus on its row. */
export function folderHrefOfFile(uri: string): string {
  const folder = parentUri(uri)
  const params = new URLSearchParams()
  if (folder !== null && folder !== rootUri('my')) params.set('uri', folder)
  params.set('focus', uri)
  return `/files?${params.toString()}`
}

/** Whether a file of this name is prose; everything else is code and is shown in a monospaced font. */
export const isProseFileName = (name: string): boolean =>
  /\.(?:txt|text|md|markdown|rst|adoc|org)$/i.test(name)
