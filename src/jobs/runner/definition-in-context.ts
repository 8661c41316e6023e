import { currentSession } from '#src/api/current-session.ts'
import type { JobContext, PlannedDefinition } from '#src/jobs/job-definition.ts'
import { JobJournal } from '#src/jobs/journal/job-journal.ts'
import { forgetLocksOn } from '#src/jobs/locks/locked-items.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import type { Operation } from '#src/lib/operation.ts'
import { tabId } from '#src/platform/tab-id.ts'
import type { ItemLookups } from './item-verifier.ts'
import type { RecordingRules } from './outcome-recorder.ts'

/* What the parts of a run need of the definition of its job. */

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
    root,
  }: {
    operation: Operation
    items: readonly Item[]
    notes: readonly Note[]
    root: string | undefined
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
      root,
      tab: tabId(),
    },
    items,
    notes,
  )
}
