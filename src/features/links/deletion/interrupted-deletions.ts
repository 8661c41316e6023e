import { toLinkJobItem } from '#src/features/links/link-job-item.ts'
import { isBeingDecided } from '#src/jobs/journal/interrupted-jobs.ts'
import { JobJournal } from '#src/jobs/journal/job-journal.ts'
import type { JournaledJob } from '#src/jobs/journal/journaled-job.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { createOperation } from '#src/lib/operation.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import { inTurn } from '#src/platform/journal-lock.ts'
import { maxUnfinishedAgeMs, readUnfinishedIds } from '#src/platform/operation-journal.ts'
import { readStored, removeStored, storedKeys, writeStored } from '#src/platform/storage.ts'
import { readLinkNamesById } from './link-deletion.ts'

/*
 * Deletions that a page did not see the end of. They were sent when it was closed, as far as the browser took them. An
 * earlier version of the page kept their ids in local storage, by user.
 */

const keyPrefix = 'latchkey.unsent-deletions.'

/** `at` is in ms since 1970; the earliest versions stored the ids alone. */
function readIds(key: string): { at: number; ids: string[] } {
  const stored = readStored('local', key)
  const { at, ids } = (
    Array.isArray(stored) ? { at: Date.now(), ids: stored } : (stored ?? {})
  ) as { at?: unknown; ids?: unknown }
  const isReadable = Array.isArray(ids) && typeof at === 'number'
  return isReadable ? { at, ids: ids.map(String) } : { at: 0, ids: [] }
}

/** Links that a user left to be deleted in the next session are forgotten when that has not begun for seven days. */
export function forgetOldLinkDeletions(): void {
  for (const key of storedKeys('local', keyPrefix)) {
    const kept = readIds(key)
    if (Date.now() - kept.at > maxUnfinishedAgeMs) removeStored('local', key)
    else writeStored('local', key, kept)
  }
}

/**
 * Looks up all links of these journals, in whichever tab they were written. Those that are left get one journal; while the
 * browser takes none, the journals stay as they are. Resolves to what is to be offered, without what a tab goes on with or
 * has ended by then; rejects when the service cannot be asked.
 */
export async function mergeInterruptedDeletionJournals(
  userId: string,
  restored: readonly JournaledJob[],
): Promise<readonly JournaledJob[]> {
  const key = keyPrefix + userId
  if (restored.length === 0 && readIds(key).ids.length === 0) return []
  // No journal is locked while a long list is read: the user may decide about those that are offered already.
  const names = await readLinkNamesById()
  const journals: JobJournal[] = []
  // A second tab may take them, too.
  const merge = async () => {
    for (const { id } of restored) {
      const journal = isBeingDecided(id) ? undefined : await JobJournal.resume(id)
      if (journal) journals.push(journal)
    }
    const unfinished = new Set(await readUnfinishedIds(userId))
    const free = journals.filter(({ id }) => unfinished.has(id))
    const taken = restored.filter(({ id }) => free.some((journal) => journal.id === id))
    const known = new Map(taken.flatMap(({ items }) => items.map((item) => [item.id, item])))
    const ids = new Set([...readIds(key).ids, ...known.keys()])
    const left = [...ids].flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ ...known.get(id), ...toLinkJobItem({ id, name }) }]
    })
    const [only, ...others] = restored
    const isAsItWas = others.length === 0 && only?.outcomes.length === 0
    if (isAsItWas && taken.length === 1 && left.length === only.items.length) return taken
    const begun = left.length > 0 ? await beginJournal(userId, left) : undefined
    if (begun && !begun.isThere) return taken
    removeStored('local', key)
    for (const journal of free) await journal.forget()
    return begun ? [begun.job] : []
  }
  try {
    return await inTurn(key, merge)
  } finally {
    for (const journal of journals) journal.release()
  }
}

async function beginJournal(userId: string, items: readonly JobItem[]) {
  const header = {
    name: 'deleteLinks',
    version: 1,
    operation: createOperation('deleteLinks', items),
    startedAt: serviceNow(),
    input: {},
    survivesSignOut: true,
  }
  const journal = JobJournal.begin(userId, header, items)
  const isThere = await journal.written
  // Where there is no database, those in whose place it is were in local storage too.
  if (isThere) journal.keep()
  journal.release()
  return { isThere, job: { ...header, id: journal.id, items, outcomes: [], effects: [] } }
}
