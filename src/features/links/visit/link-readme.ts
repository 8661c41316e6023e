import { queryOptions } from '@tanstack/react-query'
import { getFile } from '#src/api/files/files.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { type File, FileType } from '#src/contract/file.ts'
import { childUri, rootUri } from '#src/contract/uri.ts'
import { keys } from '#src/lists/keys.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'

/** Names of a README, the likeliest first: to the service `a` and `A` are different letters. */
const readmeNames = ['README.md', 'readme.md', 'Readme.md', 'README.markdown', 'README.txt']

/** The README of a folder that a link leads to; null when it has none. It spends no download. */
export const linkReadme = ({ id }: LinkRecord, password: string | undefined, userId = '') =>
  queryOptions({
    queryKey: keys.links.readme(id, password, userId),
    queryFn: async ({ signal }): Promise<File | null> => {
      for (const name of readmeNames) {
        try {
          const file = await getFile(childUri(rootUri('share', id), name), {}, signal)
          if (file.type === FileType.file) return file
        } catch (error) {
          if (!isNotFound(error)) throw error
        }
      }
      return null
    },
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    meta: { isInline: true },
  })
