import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { getFile } from '#src/api/files/files.ts'
import { itemsByNameQuery } from '#src/features/file-lists/items-by-name.ts'
import { type NameClash, clashSideOfRow } from '#src/features/name-clash/name-clash-question.ts'
import {
  type PlacementItem,
  targetFolderUriOf,
  applyClashChoices,
} from '#src/jobs/placement/placement-request.ts'
import { maxQuestionLookupsInFlight } from '#src/jobs/verification/item-lookup.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { decideClashChoices, type NameClashDecisions } from '#src/lib/names/name-clash.ts'
import { parseTime } from '#src/lib/time.ts'
import { keys } from '#src/lists/keys.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/* Names of deleted items that others have: what is known of both, and what the user has decided. */

/**
 * When the contents of deleted files were written, in ms since 1970, by id: their rows have the dates of their deletion.
 * What the service does not tell is left out.
 */
const contentDatesQuery = (rows: readonly FileRow[]) =>
  queryOptions({
    queryKey: keys.files.contentDates(rows.map(({ id }) => id)),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const dates = new Map<string, number>()
      const files = rows.filter(({ isFolder }) => !isFolder)
      await forEachConcurrently(files, maxQuestionLookupsInFlight, async ({ id, uri }) => {
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

const looksAtOther = ({ rule, exceptions }: NameClashDecisions): boolean =>
  rule === 'replace' || rule === 'newer' || [...exceptions.values()].includes('replace')

/**
 * The items that are to be restored as decided, with what is wished of them, and those that are skipped. `isShown`: the
 * user has seen what has their names, so that nothing else is replaced.
 */
export async function planClashDecisions(
  client: QueryClient,
  items: readonly PlacementItem[],
  decisions: NameClashDecisions,
  isShown: boolean,
): Promise<{ items: PlacementItem[]; skipped: PlacementItem[] }> {
  const existing = new Map<string, ReadonlyMap<string, FileRow>>()
  const folders = new Set(items.flatMap((item) => targetFolderUriOf(item) ?? []))
  if (looksAtOther(decisions))
    await forEachConcurrently([...folders], maxQuestionLookupsInFlight, async (folder) => {
      const query = itemsByNameQuery(folder)
      // What cannot be read replaces nothing.
      const names = isShown ? client.ensureQueryData(query) : client.fetchQuery(query)
      existing.set(folder, await names.catch(() => new Map<string, FileRow>()))
    })
  const dates =
    decisions.rule === 'newer'
      ? await client.fetchQuery(contentDatesQuery(items)).catch(() => undefined)
      : undefined
  const clashes = items.map((item) => ({
    id: item.id,
    item: { ...item, updatedAt: dates?.get(item.id) ?? null },
    existing: existing.get(targetFolderUriOf(item) ?? '')?.get(item.name),
  }))
  return applyClashChoices(items, clashes, decideClashChoices(decisions, clashes))
}
