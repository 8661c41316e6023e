import { queryOptions } from '@tanstack/react-query'
import { getContentUrl, getFileBytes } from '#src/api/files/content.ts'
import { keys } from '#src/lists/keys.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { downloadFromUrl } from '#src/platform/files/download.ts'

/** The file that the content belongs to; a new version has another `updatedAt`. */
type ContentOf = Pick<FileRow, 'id' | 'uri' | 'updatedAt' | 'name'>

const isSvg = (name: string) => /\.svg$/i.test(name)

/** The `src` of a picture or a player. SVG is read as text, since services send it as an attachment. */
async function readSource(uri: string, name: string, signal: AbortSignal): Promise<string> {
  if (!isSvg(name)) return getContentUrl(uri, false, { signal })
  const text = new TextDecoder().decode(await getFileBytes(uri, signal))
  return `data:image/svg+xml,${encodeURIComponent(text)}`
}

/** A signed URL is valid for an hour. */
const urlLifeMs = 50 * 60_000

export const contents = {
  /** The `src` of an `img`, or of a player, which asks for parts of the content by `Range`. */
  source: ({ id, uri, updatedAt, name }: ContentOf) =>
    queryOptions({
      queryKey: keys.files.image(id, updatedAt, uri),
      queryFn: ({ signal }) => readSource(uri, name, signal),
      staleTime: urlLifeMs,
      gcTime: 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: { isInline: true },
    }),
  /**
   * What the page of a link shows: the `src` of a picture or a player, or a text as UTF-8. It counts as a download of
   * the link, so it is never asked for again by itself.
   */
  linked: (
    kind: 'image' | 'text' | 'markdown' | 'table' | 'video' | 'audio',
    { uri, name }: Pick<ContentOf, 'uri' | 'name'>,
    readText: (uri: string, signal: AbortSignal) => Promise<Uint8Array> = getFileBytes,
  ) =>
    queryOptions({
      queryKey: keys.files.linked(uri),
      queryFn: async ({ signal }): Promise<string> =>
        kind === 'text' || kind === 'markdown' || kind === 'table'
          ? new TextDecoder().decode(await readText(uri, signal))
          : readSource(uri, name, signal),
      staleTime: Infinity,
      gcTime: 60_000,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: { isInline: true },
    }),
}

/** Has the browser save a file. Throws 40016, 40077, 403, and `TransportError`. */
export async function downloadFile({ uri, name }: Pick<FileRow, 'uri' | 'name'>): Promise<void> {
  downloadFromUrl(await getContentUrl(uri, true), name)
}
