import type { QueryClient } from '@tanstack/react-query'
import { contentDates } from '#src/features/file-lists/content-dates.ts'
import { itemsByName } from '#src/features/file-lists/items-by-name.ts'
import { restore } from '#src/features/trash/trash-writes.ts'
import { withWish } from '#src/jobs/placement/wish.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import type { FailedItem, JobResult } from '#src/jobs/store/job.ts'
import { setSkipped } from '#src/jobs/store/jobs.ts'
import { forEachConcurrently } from '#src/lib/concurrency/for-each-concurrently.ts'
import { clashChoiceFor, type NameClashDecisions } from '#src/lib/names/name-clash.ts'
import { type FileRow, fileRowsOf, isFileRow } from '#src/lists/rows/file-row.ts'
import { originalFolderOf } from '#src/lists/rows/original-folder.ts'

/* What the user has decided about names that are taken, carried out for items that a restore could not bring back. */

const maxInFlight = 4

/** An item whose name is taken. `folder`: where it was to go, when that is not where it was. */
export type NameTakenItem = Pick<FailedItem, 'item' | 'folder'>

/** The folder that an item was to go to; null when it is not known. */
export const targetFolderOfItem = ({ item, folder }: NameTakenItem): string | null =>
  folder ?? (isFileRow(item) ? originalFolderOf(item) : null)

const looksAtOther = ({ rule, exceptions }: NameClashDecisions): boolean =>
  rule === 'replace' || rule === 'newer' || [...exceptions.values()].includes('replace')

/**
 * Restores the items as decided, by a restore that follows the job, and marks those that are skipped. `isShown`: the
 * user has seen what has their names, so that nothing else is replaced. Resolves to what became of those that were sent.
 */
export async function restoreAsDecided(
  client: QueryClient,
  jobId: number,
  items: readonly NameTakenItem[],
  {
    decisions,
    stagingFolderName,
    isShown,
  }: {
    decisions: NameClashDecisions
    /** For the folder in which items are renamed. */
    stagingFolderName: string
    isShown: boolean
  },
): Promise<JobResult | undefined> {
  const existing = new Map<string, ReadonlyMap<string, FileRow>>()
  const folders = new Set(items.flatMap((item) => targetFolderOfItem(item) ?? []))
  if (looksAtOther(decisions))
    await forEachConcurrently([...folders], maxInFlight, async (folder) => {
      const query = itemsByName(folder)
      // What cannot be read replaces nothing.
      const names = isShown ? client.ensureQueryData(query) : client.fetchQuery(query)
      existing.set(folder, await names.catch(() => new Map<string, FileRow>()))
    })
  const rows = fileRowsOf(items.map(({ item }) => item))
  const dates =
    decisions.rule === 'newer'
      ? await client.fetchQuery(contentDates(rows)).catch(() => undefined)
      : undefined
  const existingOf = (taken: NameTakenItem) =>
    existing.get(targetFolderOfItem(taken) ?? '')?.get(taken.item.name)
  const decided = items.flatMap((taken) => {
    const { item, folder } = taken
    if (!isFileRow(item)) return []
    const other = existingOf(taken)
    const dated = { ...item, updatedAt: dates?.get(item.id) ?? null }
    return [{ item, folder, other, choice: clashChoiceFor(decisions, item.id, dated, other) }]
  })
  const skipped = decided.filter(({ choice }) => choice === 'skip')
  const going = decided.filter(({ choice }) => choice !== 'skip')
  setSkipped(
    jobId,
    skipped.map(({ item }) => item),
    true,
  )
  setSkipped(
    jobId,
    going.map(({ item }) => item),
    false,
  )
  if (going.length === 0) return undefined
  return startMutation(client, restore({ continuesJob: jobId }), {
    // Items that were to go to a chosen folder still go there.
    items: going.map(({ item, folder: to, other, choice }) =>
      withWish(
        item,
        choice === 'replace'
          ? { to, onClash: 'replace', existingId: other?.id }
          : { to, onClash: 'keepBoth' },
      ),
    ),
    stagingFolderName,
  })
}
