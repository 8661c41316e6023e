import { queryOptions } from '@tanstack/react-query'
import { listFiles } from '#src/api/files.ts'
import { type FileRow, toFileRow } from '#src/lists/file-row.ts'
import { keys } from '#src/queries/keys.ts'

const pageSize = 2_000
const maxPages = 5

/** Which item has which name in a folder, by name; of a very large folder only the first 10,000 names. */
export const nameHolders = (folder: string) =>
  queryOptions({
    queryKey: keys.files.nameHolders(folder),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, FileRow>> => {
      const holders = new Map<string, FileRow>()
      let cursor: string | undefined
      for (let page = 0; page < maxPages; page++) {
        const order = { order: 'name', direction: 'asc', size: pageSize }
        const { files, pagination } = await listFiles(folder, { ...order, cursor }, signal)
        for (const file of files) holders.set(file.name, toFileRow(file))
        cursor = pagination?.next_token
        if (!cursor) break
      }
      return holders
    },
    // On failure the dialog leaves out what has the name.
    meta: { isInline: true },
    gcTime: 60_000,
  })
