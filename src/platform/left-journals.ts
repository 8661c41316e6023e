import { isJournalLocked } from './journal-lock.ts'
import {
  type JournalRecord,
  maxUnfinishedAgeMs,
  readJournals,
  removeJournal,
  rootOf,
  tryStore,
} from './operation-journal.ts'

/* The journals that earlier pages have left. No page needs them before its first row. */

/** The journals of an operation and of those that have continued it. Rejects when they cannot be read. */
export const readJournalsOfRoot = (user: string, root: string): Promise<JournalRecord[]> =>
  readJournals(user, (head) => rootOf(head) === root)

/** Deletes journals, of whatever user, that no tab works on and of which nothing was written for seven days. */
export async function deleteOldJournals(): Promise<void> {
  await tryStore(async (store) => {
    for (const head of await store.heads()) {
      if (head.at === undefined) await store.putHead({ ...head, at: Date.now() })
      const at = Math.max(head.at ?? Date.now(), (await store.lastStepAt(head.id)) ?? 0)
      if (Date.now() - at <= maxUnfinishedAgeMs || (await isJournalLocked(head.id))) continue
      await removeJournal(store, head.id)
    }
  })
}
