import type { QueryClient } from '@tanstack/react-query'
import { currentSession } from '#src/api/current-session.ts'
import { fileWrites } from '#src/features/files/file-writes.ts'
import { viewCopy } from '#src/features/folder-view/view-copy.ts'
import { deleteLinks } from '#src/features/links/deletion/link-deletions.ts'
import { recoverUnsentDeletions } from '#src/features/links/deletion/unsent-deletions.ts'
import { editLinks } from '#src/features/links/edit/link-edits.ts'
import { takeBackRestore } from '#src/features/trash/take-back-restore.ts'
import {
  BatchJournal,
  readRestoredBatch,
  type RestoredBatch,
} from '#src/jobs/batches/batch-journal.ts'
import { isJournalInUse } from '#src/jobs/batches/batches.ts'
import {
  type InterruptedBatch,
  addInterruptedBatchBack,
  removeInterruptedBatch,
  setInterruptedBatches,
} from '#src/jobs/batches/interrupted-batches.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { isJournalLocked, readJournals } from '#src/platform/operation-journal.ts'

/* Batches that a reload or a crash interrupted: found by their journals, then resumed or discarded by the user. */

const { restore, deletePermanently, trash, move, copy } = fileWrites
const resumable = [
  restore,
  // It comes before `trash`, because both are journaled as deletions.
  takeBackRestore,
  deletePermanently,
  trash,
  move,
  copy,
  viewCopy.toFolders,
  deleteLinks,
  editLinks,
]

/** The kind of batch that wrote the journal and can continue it. */
const writeOf = (restored: RestoredBatch) =>
  resumable.find((write) => write.journalKind === restored.kind && write.canResume(restored))

async function readRestoredBatches(): Promise<RestoredBatch[]> {
  const { userId } = currentSession()
  if (userId === undefined) return []
  return (await readJournals(userId)).flatMap((journal) => readRestoredBatch(journal) ?? [])
}

/** Looks for interrupted batches that no tab works on. */
export async function findInterruptedBatches(client: QueryClient): Promise<void> {
  const { userId } = currentSession()
  const restoredBatches = await readRestoredBatches()
  if (userId !== undefined) {
    const journaled = restoredBatches.filter(({ kind }) => kind === deleteLinks.journalKind)
    const ids = journaled.flatMap(({ items }) => items.map(({ id }) => id))
    await recoverUnsentDeletions(userId, new Set(ids))
  }
  const found = []
  for (const restored of await readRestoredBatches()) {
    const { id, operation, items, outcomes } = restored
    if (isJournalInUse(id) || !writeOf(restored) || (await isJournalLocked(id))) continue
    const done = outcomes.filter((outcome) => outcome?.state === 'done').length
    const mayBeMore = outcomes.some((outcome) => outcome?.state === 'sent')
    found.push({
      id,
      operation,
      total: items.length,
      done,
      mayBeMore,
      resume: () => resumeInterruptedBatch(client, id),
      discard: () => discardInterruptedBatch(client, id),
    })
  }
  if (currentSession().userId === userId) setInterruptedBatches(found)
}

/** Looks up what became of the items that were under way, then sends the rest. */
export async function resumeInterruptedBatch(client: QueryClient, id: string): Promise<void> {
  const interrupted = removeInterruptedBatch(id)
  try {
    const restored = (await readRestoredBatches()).find((each) => each.id === id)
    const write = restored && writeOf(restored)
    // Another tab may have resumed or discarded it since.
    const journal = write && (await BatchJournal.resume(restored.id))
    if (journal) await write.resume(client, { restored, journal })
  } catch (error) {
    // The batch shows its own failures. This failure came before or after it.
    showFailure(interrupted, error)
  }
}

function showFailure(interrupted: InterruptedBatch | undefined, error: unknown): void {
  if (!interrupted || currentSession().status !== 'active') return
  const operation = { ...interrupted.operation, count: interrupted.total }
  showToast({
    kind: 'failed',
    error: error as Error,
    failureContext: { kind: 'notResumed', operation },
  })
}

/**
 * The items stay as they are now, except those that are between two folders: they are taken to where they were to go. It
 * stays interrupted when that fails.
 */
export async function discardInterruptedBatch(client: QueryClient, id: string): Promise<void> {
  const interrupted = removeInterruptedBatch(id)
  const restored = (await readRestoredBatches()).find((each) => each.id === id)
  // Undefined when another tab has resumed it since.
  const journal = restored && (await BatchJournal.resume(id))
  if (!journal) return
  try {
    await writeOf(restored)?.discard(client, restored)
    await journal.end()
  } catch (error) {
    journal.release()
    if (interrupted) addInterruptedBatchBack(interrupted)
    showFailure(interrupted, error)
  }
}
