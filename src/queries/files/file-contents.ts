import { queryOptions } from '@tanstack/react-query'
import { getContentUrl, getFileBytes } from '#src/api/content.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import { downloadUrl } from '#src/platform/download.ts'
import { keys } from '#src/queries/keys.ts'

/** The file that the content belongs to; a new version has another `updatedAt`. */
type ContentOf = Pick<FileRow, 'id' | 'uri' | 'updatedAt' | 'name'>

const isSvg = (name: string) => /\.svg$/i.test(name)

export const contents = {
  /** The `src` of an `img` for a file. SVG is read as text, since services send it as an attachment. */
  picture: ({ id, uri, updatedAt, name }: ContentOf) =>
    queryOptions({
      queryKey: keys.files.image(id, updatedAt, uri),
      queryFn: async ({ signal }) => {
        if (!isSvg(name)) return getContentUrl(uri, false, { signal })
        const text = new TextDecoder().decode(await getFileBytes(uri, signal))
        return `data:image/svg+xml,${encodeURIComponent(text)}`
      },
      // A signed URL is valid for an hour.
      staleTime: 50 * 60_000,
      gcTime: 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: { isInline: true },
    }),
}

/** Has the browser save a file. Throws 40016, 40077, 403, and `TransportError`. */
export async function saveFile({ uri, name }: Pick<FileRow, 'uri' | 'name'>): Promise<void> {
  downloadUrl(await getContentUrl(uri, true), name)
}
