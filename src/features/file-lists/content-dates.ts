import { queryOptions } from '@tanstack/react-query'
import { getFile } from '#src/api/files/files.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { parseTime } from '#src/lib/time.ts'
import { keys } from '#src/lists/keys.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

const maxInFlight = 4

/** By id of a deleted file, when its content was written, in ms since 1970. */
export type ContentDates = ReadonlyMap<string, number>

/**
 * When the contents of deleted files were written: their rows have the dates of their deletion. What the service does not
 * tell is left out.
 */
export const contentDatesQuery = (rows: readonly FileRow[]) =>
  queryOptions({
    queryKey: keys.files.contentDates(rows.map(({ id }) => id)),
    queryFn: async ({ signal }): Promise<ContentDates> => {
      const dates = new Map<string, number>()
      const files = rows.filter(({ isFolder }) => !isFolder)
      await forEachConcurrently(files, maxInFlight, async ({ id, uri }) => {
        const file = await getFile(uri, { extended: true }, signal).catch(() => undefined)
        const versions = file?.extended_info?.entities ?? []
        const current = versions.find((each) => each.id === file?.primary_entity)
        const date = parseTime(current?.created_at)
        if (date !== null) dates.set(id, date)
      })
      return dates
    },
    staleTime: Infinity,
    gcTime: 60_000,
    meta: { isInline: true },
  })
