import type { QueryClient } from '@tanstack/react-query'
import { currentSession } from '#src/api/current-session.ts'
import type { SiteConfig } from '#src/contract/site.ts'
import type { JobContext, JobSource, PlannedDefinition } from '#src/jobs/job-definition.ts'
import { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { forgetLocksOn } from '#src/jobs/locks/locked-items.ts'
import { currentJobs } from '#src/jobs/store/job-list.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import type { Operation } from '#src/lib/operation.ts'
import { keys } from '#src/lists/keys.ts'
import { tabId } from '#src/platform/tab-id.ts'
import type { ItemLookups } from './item-verifier.ts'
import type { RecordingRules } from './outcome-recorder.ts'

/* What the parts of a run need of the definition of its job. */

/** Describes the run in messages. */
export const operationOf = <Item extends JobItem, V, State, Note>(
  definition: PlannedDefinition<Item, V, State, Note>,
  { input }: JobContext<V, State, Note>,
  { isUndo }: JobSource,
  count: number,
): Operation => ({ ...definition.operation(input), count, ...(isUndo && { isUndo }) })

/** Items that the service takes in one request; known only where a page has asked for it. */
export const maxBatchSizeOf = (client: QueryClient): number | undefined =>
  client.getQueryData<SiteConfig>(keys.site.explorer())?.max_batch_size || undefined

export function lookupsOf<Item extends JobItem, V, State, Note>(
  definition: PlannedDefinition<Item, V, State, Note>,
  context: JobContext<V, State, Note>,
): ItemLookups<Item> {
  const { isDone, findUnprocessed, findStaleUris, findReplacedTargets } = definition
  const within = (signal: AbortSignal) => ({ ...context, signal })
  return {
    isDone: (item, signal) => isDone(item, within(signal)),
    findUnprocessed,
    findStaleUris: findStaleUris && ((items, signal) => findStaleUris(items, within(signal))),
    findReplacedTargets:
      findReplacedTargets && ((items, signal) => findReplacedTargets(items, within(signal))),
  }
}

export const recordingRulesOf = <Item extends JobItem, V, State, Note>(
  { targetOf, affectedUris, mayAlreadyBeDone, patch }: PlannedDefinition<Item, V, State, Note>,
  context: JobContext<V, State, Note>,
  onDone: (items: readonly Item[]) => void,
): RecordingRules<Item> => ({
  targetOf,
  urisOf: (item) => [item.uri, ...(affectedUris?.(item, context) ?? [])],
  mayAlreadyBeDone,
  onDone: (items) => {
    forgetLocksOn(items.map(({ uri }) => uri))
    if (patch) onDone(items)
  },
})

/** Undefined for a kind that is not journaled, for visitors, and where its lock cannot be had. */
export async function beginJournal<Item extends JobItem, V, State, Note>(
  { journal }: PlannedDefinition<Item, V, State, Note>,
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
): Promise<JobJournal | undefined> {
  const { userId } = currentSession()
  if (!journal || userId === undefined) return undefined
  return JobJournal.begin(
    userId,
    {
      name: journal.name,
      version: journal.version ?? 1,
      operation,
      startedAt,
      input: { ...input, items: [] },
      root: currentJobs().find(({ id }) => id === continuesJob)?.journalId,
      tab: tabId(),
    },
    items,
    notes,
  )
}
