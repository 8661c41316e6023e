import { queryOptions } from '@tanstack/react-query'
import { lookupPageOptions, readFilePages } from '#src/jobs/verification/item-lookup.ts'
import { keys } from '#src/lists/keys.ts'
import { type FileRow, toFileRow } from '#src/lists/rows/file-row.ts'

const maxPages = 5

/** Which item has which name in a folder, by name; of a very large folder only the first 10,000 names. */
export const itemsByNameQuery = (folder: string) =>
  queryOptions({
    queryKey: keys.files.itemsByName(folder),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, FileRow>> => {
      const items = new Map<string, FileRow>()
      let pages = 0
      for await (const { files } of readFilePages(folder, lookupPageOptions, { signal })) {
        for (const file of files) items.set(file.name, toFileRow(file))
        if (++pages === maxPages) break
      }
      return items
    },
    // On failure the dialog leaves out what has the name.
    meta: { isInline: true },
    gcTime: 60_000,
  })
