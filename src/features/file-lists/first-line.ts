import { queryOptions } from '@tanstack/react-query'
import { getUncheckedContentUrl, fetchContent } from '#src/api/files/content.ts'
import { keys } from '#src/lists/keys.ts'

/** So many bytes are read for a first line. */
const maxBytes = 240

/** The first line of a text that is not blank; '' when there is none. */
export const firstNonBlankLineOf = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? ''

/** A new version of the text has another `updatedAt`. */
export const firstLineQuery = ({
  id,
  uri,
  updatedAt,
}: {
  id: string
  uri: string
  updatedAt: number
}) =>
  queryOptions({
    queryKey: keys.files.firstLine(id, updatedAt),
    queryFn: async ({ signal }) => {
      const address = await getUncheckedContentUrl(uri, signal)
      const { bytes } = await fetchContent(address, { start: 0, length: maxBytes }, signal)
      return firstNonBlankLineOf(bytes.subarray(0, maxBytes))
    },
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    // Without it size and date are shown all the same.
    meta: { isInline: true },
  })
