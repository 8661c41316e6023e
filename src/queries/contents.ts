import { queryOptions } from '@tanstack/react-query'
import { getFileAddress, readFileBytes } from '#src/api/content.ts'
import type { FileRow } from './files.ts'

/** What a content belongs to; it changes with it. */
type Of = Pick<FileRow, 'id' | 'uri' | 'updatedAt' | 'name'>

const isDrawing = (name: string) => /\.svg$/i.test(name)

export const contents = {
  /** What an `img` shows of a file. Drawings come as text: services send them as files to keep. */
  picture: ({ id, uri, updatedAt, name }: Of) =>
    queryOptions({
      queryKey: ['contents', 'picture', id, updatedAt, uri],
      queryFn: async ({ signal }) => {
        if (!isDrawing(name)) return getFileAddress(uri, false, signal)
        const text = new TextDecoder().decode(await readFileBytes(uri, signal))
        return `data:image/svg+xml,${encodeURIComponent(text)}`
      },
      // An address is good for an hour.
      staleTime: 50 * 60_000,
      gcTime: 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: { isInline: true },
    }),
}

/** Has the browser keep a file. Throws 40016, 40077, 403, and `TransportError`. */
export async function saveFile({ uri, name }: Pick<FileRow, 'uri' | 'name'>): Promise<void> {
  const link = document.createElement('a')
  link.href = await getFileAddress(uri, true)
  link.download = name
  link.click()
}
