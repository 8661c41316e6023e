import type { QueryClient } from '@tanstack/react-query'
import { itemsByNameQuery } from '#src/features/file-lists/items-by-name.ts'
import {
  type PlacementItem,
  targetFolderOf,
  withClashWishes,
} from '#src/jobs/placement/placement-request.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import type { NameClashDecisions } from '#src/lib/names/name-clash.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { contentDatesQuery } from './deleted-clashes.ts'

/* What the user has decided about names that are taken, carried out for items that a restore could not bring back. */

const maxInFlight = 4

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
  const folders = new Set(items.flatMap((item) => targetFolderOf(item) ?? []))
  if (looksAtOther(decisions))
    await forEachConcurrently([...folders], maxInFlight, async (folder) => {
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
    existing: existing.get(targetFolderOf(item) ?? '')?.get(item.name),
  }))
  return withClashWishes(items, clashes, decisions)
}
