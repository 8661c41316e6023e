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
import { type ItemLookups, ItemVerifier } from './item-verifier.ts'
import { OutcomeRecorder } from './outcome-recorder.ts'
import type { Outcomes } from './outcomes.ts'

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

function lookupsOf<Item extends JobItem, V, State, Note>(
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

/** `onDone` is called for items that the service has confirmed, where lists are to show that. */
export function createRecorder<Item extends JobItem, V, State, Note>(
  definition: PlannedDefinition<Item, V, State, Note>,
  context: JobContext<V, State, Note>,
  outcomes: Outcomes<Item>,
  waitForRetry: (error: unknown, attempt: number) => Promise<void>,
  onDone: (items: readonly Item[]) => void,
): OutcomeRecorder<Item> {
  const { targetOf, affectedUris, mayAlreadyBeDone, patch } = definition
  const verifier = new ItemVerifier(lookupsOf(definition, context), waitForRetry, context.signal)
  return new OutcomeRecorder(outcomes, verifier, {
    targetOf,
    urisOf: (item) => [item.uri, ...(affectedUris?.(item, context) ?? [])],
    mayAlreadyBeDone,
    onDone: (items) => {
      forgetLocksOn(items.map(({ uri }) => uri))
      if (patch) onDone(items)
    },
  })
}

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
