import { currentSession } from '#src/api/current-session.ts'
import { forgetLocksOn } from '#src/jobs/locks/locked-items.ts'
import type { Operation } from '#src/lib/operation.ts'
import type { BatchContext, PlannedDefinition } from './batch-definition.ts'
import { BatchJournal } from './batch-journal.ts'
import type { BatchItem } from './batch.ts'
import type { ItemLookups } from './item-verifier.ts'
import type { RecordingRules } from './outcome-recorder.ts'

/* What the parts of a run need of the definition of its batch. */

export function lookupsOf<Item extends BatchItem, V, State, Note>(
  definition: PlannedDefinition<Item, V, State, Note>,
  context: BatchContext<V, State, Note>,
): ItemLookups<Item> {
  const { isDone, findUnprocessed, findStaleUris, isTargetReplaced } = definition
  const within = (signal: AbortSignal) => ({ ...context, signal })
  return {
    isDone: (item, signal) => isDone(item, within(signal)),
    findUnprocessed,
    findStaleUris: findStaleUris && ((items, signal) => findStaleUris(items, within(signal))),
    isTargetReplaced: async (signal) => (await isTargetReplaced?.(within(signal))) ?? false,
  }
}

export const recordingRulesOf = <Item extends BatchItem, V, State, Note>(
  { requiredUris, affectedUris, mayAlreadyBeDone, patch }: PlannedDefinition<Item, V, State, Note>,
  context: BatchContext<V, State, Note>,
  onDone: (items: readonly Item[]) => void,
): RecordingRules<Item> => ({
  requiredUris: requiredUris?.(context.input) ?? [],
  urisOf: (item) => [item.uri, ...(affectedUris?.(item, context) ?? [])],
  mayAlreadyBeDone,
  onDone: (items) => {
    forgetLocksOn(items.map(({ uri }) => uri))
    if (patch) onDone(items)
  },
})

/** Undefined for a kind that is not journaled, for visitors, and where its lock cannot be had. */
export async function beginJournal<Item extends BatchItem, V, State, Note>(
  { journal }: PlannedDefinition<Item, V, State, Note>,
  { input, startedAt }: BatchContext<V, State, Note>,
  {
    operation,
    items,
    notes,
  }: {
    operation: Operation
    items: readonly Item[]
    notes: readonly Note[]
  },
): Promise<BatchJournal | undefined> {
  const { userId } = currentSession()
  if (!journal || userId === undefined) return undefined
  const variables = { ...input, items: [] }
  return BatchJournal.begin(
    userId,
    { kind: journal.kind, operation, startedAt, variables },
    items,
    notes,
  )
}
