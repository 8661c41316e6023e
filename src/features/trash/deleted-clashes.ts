import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getFile } from '#src/api/files/files.ts'
import { type NameClash, clashSideOfRow } from '#src/jobs/questions/name-clash-question.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { parseTime } from '#src/lib/time.ts'
import { keys } from '#src/lists/keys.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

const maxInFlight = 4

/**
 * When the contents of deleted files were written, in ms since 1970, by id: their rows have the dates of their deletion.
 * What the service does not tell is left out.
 */
export const contentDatesQuery = (rows: readonly FileRow[]) =>
  queryOptions({
    queryKey: keys.files.contentDates(rows.map(({ id }) => id)),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
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

/**
 * Deleted items as one side of their clashes, with the dates of their contents once they are read: of the first `count`,
 * or of all.
 */
export function useClashesOfDeletedItems(
  taken: readonly { readonly item: FileRow; readonly existing: FileRow | undefined | null }[],
  count: number | undefined,
): { clashes: NameClash[]; isReading: boolean } {
  const rows = taken.slice(0, count).map(({ item }) => item)
  const { data: dates, isFetching } = useQuery({
    ...contentDatesQuery(rows),
    placeholderData: keepPreviousData,
  })
  const clashes = taken.map(({ item, existing }) => ({
    id: item.id,
    name: item.name,
    item: {
      ...clashSideOfRow(item),
      updatedAt: dates?.get(item.id) ?? null,
      deletedAt: item.updatedAt,
    },
    existing: existing && clashSideOfRow(existing),
  }))
  return { clashes, isReading: isFetching }
}
