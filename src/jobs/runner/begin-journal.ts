import { currentSession } from '#src/api/current-session.ts'
import type { JobContext, PlannedDefinition } from '#src/jobs/job-definition.ts'
import { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { currentJobs } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import type { Operation } from '#src/lib/operation.ts'
import { tabId } from '#src/platform/tab-id.ts'

/** Undefined for a kind that is not journaled, and for visitors. */
export function beginJournal<Item extends JobItem, V, State, Note>(
  { journal, sendOnClose }: PlannedDefinition<Item, V, State, Note>,
  { input, startedAt }: JobContext<V, State, Note>,
  {
    operation,
    items,
    notes,
    continuesJob,
  }: {
    operation: Operation
    items: readonly Item[]
    notes: readonly Note[]
    continuesJob: number | undefined
  },
): JobJournal | undefined {
  const { userId } = currentSession()
  if (!journal || userId === undefined) return undefined
  const header = {
    name: journal.name,
    version: journal.version ?? 1,
    operation,
    startedAt,
    input: { ...input, items: [] },
    root: currentJobs().find(({ id }) => id === continuesJob)?.journalId,
    tab: tabId(),
    survivesSignOut: sendOnClose && true,
  }
  return JobJournal.begin(userId, header, items, notes)
}
