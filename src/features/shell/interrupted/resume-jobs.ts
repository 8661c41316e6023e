import type { QueryClient } from '@tanstack/react-query'
import { currentSession } from '#src/api/current-session.ts'
import { signOutCount } from '#src/api/resets.ts'
import { TransportError } from '#src/contract/errors.ts'
import { copy, move } from '#src/features/files/transfers.ts'
import { copyViewToFolders } from '#src/features/folder-view/view-copy.ts'
import { deleteLinks } from '#src/features/links/deletion/delete-links.ts'
import { mergeInterruptedDeletionJournals } from '#src/features/links/deletion/interrupted-deletions.ts'
import { editLinks } from '#src/features/links/edit/bulk-edit.ts'
import { deletePermanently } from '#src/features/trash/permanent-deletion.ts'
import { takeBackRestore } from '#src/features/trash/take-back-restore.ts'
import { restore, moveItemsToTrash } from '#src/features/trash/trash-writes.ts'
import {
  addDecision,
  isBeingDecided,
  readdInterruptedJob,
  type InterruptedJob,
  removeInterruptedJob,
  setInterruptedJobs,
  whenDecisionsCarriedOut,
} from '#src/jobs/journal/interrupted-jobs.ts'
import { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { readJournaledJob, type JournaledJob } from '#src/jobs/journal/journaled-job.ts'
import { resumableJob } from '#src/jobs/journal/resumable-job.ts'
import { dismissFailuresAbout, type FailureContext, showToast } from '#src/jobs/messages/toasts.ts'
import type { ItemOutcome } from '#src/jobs/runner/outcomes.ts'
import { findJobOfJournal } from '#src/jobs/store/job-list.ts'
import { lookUpUnknown } from '#src/jobs/store/job-results.ts'
import { isJournalInUse } from '#src/jobs/store/jobs.ts'
import { isJournalLocked } from '#src/platform/journal-lock.ts'
import { readJournalsOfRoot } from '#src/platform/left-journals.ts'
import {
  JournalError,
  type JournalRecord,
  readUnfinishedIds,
  readUnfinishedJournals,
} from '#src/platform/operation-journal.ts'
import { migrateJournaledJob } from './earlier-journals.ts'

/* Jobs that a reload or a crash interrupted: found by their journals, then resumed or discarded by the user. */

/** Every job that has a journal. */
export const resumableJobs = [
  resumableJob(restore),
  resumableJob(takeBackRestore),
  resumableJob(deletePermanently),
  resumableJob(moveItemsToTrash),
  resumableJob(move),
  resumableJob(copy),
  resumableJob(copyViewToFolders),
  resumableJob(deleteLinks),
  resumableJob(editLinks),
]

/** The kind of job that wrote the journal and can continue it. */
export const resumableJobOf = (restored: JournaledJob) =>
  resumableJobs.find((write) => write.canResume(restored))

const readJobs = (journals: readonly JournalRecord[]): JournaledJob[] =>
  journals.flatMap((journal) => readJournaledJob(journal) ?? []).map(migrateJournaledJob)

/** Those that no tab works on, without those that have ended by the time that this is known. */
async function readInterruptedJobs(): Promise<JournaledJob[]> {
  const { userId } = currentSession()
  if (userId === undefined) return []
  const free = new Set<string>()
  for (const id of await readUnfinishedIds(userId))
    if (!isJournalInUse(id) && !(await isJournalLocked(id))) free.add(id)
  return readJobs(await readUnfinishedJournals(userId, free))
}

/**
 * Looks for interrupted jobs that no tab works on. Rejects when the journals cannot be read, or when the service has to be
 * asked about deletions of links and does not answer; by then the others are offered.
 */
export async function findInterruptedJobs(client: QueryClient): Promise<void> {
  const { userId } = currentSession()
  if (userId === undefined) return
  const signOuts = signOutCount()
  const found: JournaledJob[] = []
  const deletions: JournaledJob[] = []
  for (const each of await readInterruptedJobs())
    (resumableJobOf(each)?.journalName === deleteLinks.definition.journal?.name
      ? deletions
      : found
    ).push(each)
  const continued = new Set(found.map(({ root }) => root))
  try {
    found.push(...(await mergeInterruptedDeletionJournals(userId, deletions)))
  } finally {
    // What the user decided before a sign-out is forgotten, also when the same user is back.
    if (signOutCount() === signOuts)
      setInterruptedJobs(found.map((restored) => interruptedJobOf(client, restored, continued)))
  }
}

/** `continued`: the journals of which others have tried items again. */
function interruptedJobOf(
  client: QueryClient,
  restored: JournaledJob,
  continued: ReadonlySet<string | undefined>,
): InterruptedJob {
  const { id, root = id, operation, items, outcomes } = restored
  // The one that it continues does not know what has become of any of its items.
  const isOpen = (at: number) =>
    root !== id || ['waiting', 'sent', 'locked'].includes(outcomes[at]?.state ?? 'waiting')
  return {
    id,
    root,
    openIds: new Set(items.flatMap((item, at) => (isOpen(at) ? [item.id] : []))),
    isReadable: resumableJobOf(restored) !== undefined,
    operation,
    total: items.length,
    done: outcomes.filter((outcome) => outcome?.state === 'done').length,
    mayBeMore: continued.has(id) || outcomes.some((outcome) => outcome?.state === 'sent'),
    resume: () => resumeInterruptedJob(client, id),
    discard: () => discardInterruptedJob(client, id),
  }
}

/** The user decides about it: what was said of the decision before is over. */
async function decide(
  kind: 'resume' | 'discard',
  id: string,
  carryOut: (interrupted: InterruptedJob | undefined) => Promise<void>,
): Promise<void> {
  const interrupted = removeInterruptedJob(id)
  for (const failure of ['notResumed', 'notForgotten'] as const) {
    const failureContext = interrupted && failureContextOf(failure, interrupted)
    if (failureContext) dismissFailuresAbout(failureContext)
  }
  await addDecision({ kind, id, root: interrupted?.root }, carryOut(interrupted))
}

/**
 * Looks up what became of the items that were under way, then sends the rest. It stays interrupted when the job that it
 * is a part of is being taken back.
 */
export const resumeInterruptedJob = (client: QueryClient, id: string): Promise<void> =>
  decide('resume', id, (interrupted) => resumeJob(client, id, interrupted))

async function resumeJob(
  client: QueryClient,
  id: string,
  interrupted: InterruptedJob | undefined,
): Promise<void> {
  const signOuts = signOutCount()
  const readd = () => {
    if (interrupted && signOutCount() === signOuts) readdInterruptedJob(interrupted)
  }
  try {
    // Another tab may have resumed or discarded it since.
    const found = await lockAndRead(id).catch((error: unknown) => {
      readd()
      throw error
    })
    const write = found && resumableJobOf(found.restored)
    if (!write || signOutCount() !== signOuts) return found?.journal.release()
    // It goes on alone where the other journals cannot be read.
    const continues = await showAllParts(client, write, found.restored).catch(() => undefined)
    if (signOutCount() !== signOuts) return found.journal.release()
    const result = await write.resume(client, found, continues)
    if (result?.jobId !== undefined) return
    found.journal.release()
    readd()
  } catch (error) {
    // The job shows its own failures. This failure came before or after it.
    if (signOutCount() === signOuts) showFailure('notResumed', interrupted, error)
  }
}

/** An item that was sent and that nobody could be asked about before the job ended may be done. */
const outcomeAtEnd = (outcome: ItemOutcome | undefined): ItemOutcome | undefined =>
  outcome?.state === 'sent'
    ? { state: 'failed', error: new TransportError('network'), isUnknown: true }
    : outcome

const asEnded = (restored: JournaledJob): JournaledJob => ({
  ...restored,
  outcomes: restored.outcomes.map(outcomeAtEnd),
})

/**
 * Shows a job that was started in parts, with what each part had done before the reload, so that all have one message and
 * one Undo; nothing where this journal is of the only part. Resolves to the id of the job that it continues; undefined for
 * the first part.
 */
export async function showAllParts(
  client: QueryClient,
  { show }: Pick<(typeof resumableJobs)[number], 'show'>,
  restored: JournaledJob,
): Promise<number | undefined> {
  const signOuts = signOutCount()
  const parts = await readAllParts(restored)
  if (signOutCount() !== signOuts) return undefined
  let shownBy: number | undefined
  for (const each of parts) {
    const id = findJobOfJournal(each.id)?.id ?? show(client, asEnded(each), shownBy)
    shownBy ??= id
  }
  return restored.root === undefined ? undefined : shownBy
}

/**
 * The journals of the job that it is a part of, its own included, in the order in which the parts were started. None where
 * it is the only part, or where the journal of the first one is not there.
 */
async function readAllParts({ id, root = id }: JournaledJob): Promise<JournaledJob[]> {
  const { userId } = currentSession()
  if (userId === undefined) return []
  const found: JournaledJob[] = []
  for (const each of readJobs(await readJournalsOfRoot(userId, root))) {
    // Another tab works on a journal that is locked. This tab locks those that it resumes, also before their jobs have
    // begun, and for a moment longer those of its jobs that have just ended.
    const isOfThisTab = each.id === id || isBeingDecided(each.id) || findJobOfJournal(each.id)
    if (isOfThisTab || !(await isJournalLocked(each.id))) found.push(each)
  }
  found.sort((one, other) => one.startedAt - other.startedAt)
  return found.length > 1 && found[0]?.id === root ? found : []
}

/**
 * Locks the journal of an interrupted job, then reads what it says. Undefined when another tab has it, or has ended it.
 * Rejects when it cannot be read.
 */
async function lockAndRead(
  id: string,
): Promise<{ restored: JournaledJob; journal: JobJournal } | undefined> {
  const { userId = '' } = currentSession()
  const journal = await JobJournal.resume(id)
  if (!journal) return undefined
  let restored
  try {
    restored = readJobs(await readUnfinishedJournals(userId, new Set([id]))).at(0)
  } finally {
    if (!restored) journal.release()
  }
  return restored && { restored, journal }
}

type FailureKind = 'notResumed' | 'notForgotten'

function failureContextOf(kind: FailureKind, job: InterruptedJob): FailureContext | undefined {
  const operation = job.operation && { ...job.operation, count: job.total }
  if (kind === 'notForgotten') return { kind, operation }
  return operation && { kind, operation }
}

function showFailure(kind: FailureKind, job: InterruptedJob | undefined, error: unknown): void {
  const failureContext = job && failureContextOf(kind, job)
  if (!failureContext || currentSession().status !== 'active') return
  showToast({ kind: 'failed', error: error as Error, failureContext })
}

/**
 * The items stay as they are now, except those that are between two folders: they are taken to where they were to go. It
 * stays interrupted when that fails.
 */
export const discardInterruptedJob = (client: QueryClient, id: string): Promise<void> =>
  decide('discard', id, (interrupted) => discardJob(client, id, interrupted))

async function discardJob(
  client: QueryClient,
  id: string,
  interrupted: InterruptedJob | undefined,
): Promise<void> {
  const signOuts = signOutCount()
  try {
    const found = await lockAndRead(id)
    if (!found) return
    const { restored, journal } = found
    const write = resumableJobOf(restored)
    let left = restored
    try {
      if (write) left = await write.discard(client, restored)
      if (!(await journal.forget())) throw new JournalError('not deleted')
    } finally {
      journal.release()
    }
    const { root = id } = restored
    const shownBy = findJobOfJournal(root)?.id
    if (shownBy === undefined || signOutCount() !== signOuts) return
    // The message of the job that it was a part of tells how all of it has ended.
    write?.show(client, asEnded(left), root === id ? undefined : shownBy)
    showToast({ kind: 'job', jobId: shownBy, isOpen: true })
    await lookUpUnknown(shownBy).catch(() => undefined)
  } catch (error) {
    if (interrupted && signOutCount() === signOuts) readdInterruptedJob(interrupted)
    showFailure(error instanceof JournalError ? 'notForgotten' : 'notResumed', interrupted, error)
  }
}

/** A sign-out deletes their journals. Until then what is between two folders can be put right. */
export async function discardJobsBeforeSignOut(client: QueryClient): Promise<void> {
  // One that was resumed may take longer than a sign-out waits.
  await whenDecisionsCarriedOut(({ kind }) => kind === 'discard')
  for (const { id, survivesSignOut } of await readInterruptedJobs())
    if (!survivesSignOut) await discardInterruptedJob(client, id)
}
