import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contentDatesQuery } from '#src/features/file-lists/content-dates.ts'
import { type NameClash, clashSideOfRow } from '#src/jobs/questions/name-clash-question.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

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
