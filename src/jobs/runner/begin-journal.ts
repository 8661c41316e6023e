import { currentSession } from '#src/api/current-session.ts'
import type { JobOrigin } from '#src/jobs/job-definition.ts'
import { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { findJob } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import type { Operation } from '#src/lib/operation.ts'
import type { JobRun } from './outcome-recorder.ts'

/** Begins the journal of a run; undefined for visitors, who have none, and for kinds of jobs without one. */
export function beginJournal<Item extends JobItem, V, State, Note>(
  { definition: { journal, sendOnClose }, context, outcomes }: JobRun<Item, V, State, Note>,
  source: JobOrigin,
  operation: Operation,
  notes: readonly unknown[],
): JobJournal | undefined {
  const { userId } = currentSession()
  if (!journal || userId === undefined) return undefined
  const header = {
    name: journal.name,
    version: journal.version ?? 1,
    operation,
    startedAt: context.startedAt,
    input: { ...context.input, items: [] },
    root: findJob(source.continuesJob)?.journalId,
    survivesSignOut: sendOnClose && true,
  }
  return JobJournal.begin(userId, header, outcomes.items, notes, source.joins?.journal)
}
