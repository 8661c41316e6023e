import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { currentSession } from '#src/api/current-session.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import { parseUri } from '#src/contract/uri.ts'
import type {
  BatchDefinition,
  BatchSource,
  BatchStart,
  ResumedBatch,
} from '#src/jobs/batches/batch-definition.ts'
import type { RestoredBatch } from '#src/jobs/batches/batch-journal.ts'
import { partOfResult } from '#src/jobs/batches/batch-list.ts'
import { BatchRunner } from '#src/jobs/batches/batch-runner.ts'
import type { BatchItem, BatchPart, BatchResult } from '#src/jobs/batches/batch.ts'
import { undoBatch, waitingBatchOf, withoutActiveItems } from '#src/jobs/batches/batches.ts'
import { Notes } from '#src/jobs/batches/notes.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { setLastUndo } from '#src/jobs/messages/last-undo.ts'
import { currentQuestionsOf } from '#src/jobs/questions/questions.ts'
import { mutationMeta } from './invalidation.ts'
import { startMutation } from './start-mutation.ts'

/** The first of each item: the same item twice would conflict with itself. */
function distinct<Item extends BatchItem>(items: readonly Item[]): Item[] {
  const known = new Set<string>()
  return items.filter(({ id, uri }) => {
    const isNew = !known.has(id) && !known.has(uri)
    known.add(id).add(uri)
    return isNew
  })
}

/** Whether whoever started a write of these items has signed out since: in shared folders nobody has to be signed in. */
const isSignedOut = (items: readonly BatchItem[]): boolean =>
  currentSession().status === 'out' && items.some(({ uri }) => parseUri(uri).host !== 'share')

const nothing: BatchResult = { done: [], failed: [], locked: [], left: [] }

/** Shows which lock a batch waits for that processes some of these items already. */
function showWaitingBatch(items: readonly BatchItem[]): void {
  const waiting = waitingBatchOf(items)
  currentQuestionsOf(lockQuestion)
    .find(({ id }) => id === waiting?.lockQuestionId)
    ?.answer({ action: 'show' })
}

/**
 * Defines a write of many items. Calling the result gives the options of a mutation, which resolves with what became of
 * each item and rejects only when the session ends or its plan does; the batch itself shows a message about its result.
 * Items that a running batch already processes are left out.
 */
export function defineBatch<
  Item extends BatchItem,
  V extends Wish & { readonly items: readonly Item[] },
  State = undefined,
  Note = never,
  Wish extends { readonly items: readonly BatchItem[] } = V,
>(definition: BatchDefinition<Item, V, State, Note, Wish>) {
  const options = (source: BatchSource = {}, isPlanned = false) =>
    mutationOptions<BatchResult, Error, Wish>({
      mutationFn: async (wish, { client }) => {
        const { plan } = definition
        // Without a plan the wish is what is done.
        const input = plan && !isPlanned ? await plan(wish, client) : (wish as unknown as V)
        if (!input) return nothing
        // What is found out before may take until then: nobody is to be told, and nothing sent, after that.
        if (isSignedOut(input.items)) throw new SessionEndedError()
        const items = source.resumed
          ? input.items
          : withoutActiveItems(distinct(definition.items(input)))
        if (items.length === 0) {
          showWaitingBatch(input.items)
          return nothing
        }
        const runner = new BatchRunner(definition, input, items, {
          client,
          source,
          retry: (ids, notes) => {
            const fewer = { ...input, items: items.filter(({ id }) => ids.has(id)) }
            const continued = {
              continuesJob: source.continuesJob ?? runner.id,
              isUndo: source.isUndo,
            }
            void tryAgain(client, fewer, continued, notes)
          },
        })
        const result = await runner.run()
        if (canUndo(result) && !source.isUndo)
          setLastUndo(() => void undoBatch(source.continuesJob ?? runner.id))
        return result
      },
      meta: mutationMeta({ invalidates: definition.invalidates, failureContext: 'shownInline' }),
    })

  const partOf = (result: BatchResult) =>
    partOfResult(result) as BatchPart<Item, V, State> | undefined
  function canUndo(result: BatchResult): boolean {
    const part = partOf(result)
    return part !== undefined && part.done.length > 0 && !!definition.undo?.([part]).length
  }

  async function tryAgain(
    client: QueryClient,
    fewer: V,
    source: BatchSource,
    notes: readonly unknown[],
  ): Promise<void> {
    try {
      const input = definition.again ? await definition.again(fewer, client) : fewer
      // Another plan knows nothing of what was noted for this one.
      const known = input === fewer ? { ...source, notes } : source
      if (input) await startMutation(client, options(known, true), input)
    } catch {
      // The batch shows its own failures.
    }
  }

  const readInput = ({ variables, items }: RestoredBatch): V | undefined => {
    const { journal } = definition
    const read = journal && v.safeParse(journal.variables, { ...variables, items })
    return read?.success ? read.output : undefined
  }
  return Object.assign((source?: BatchSource) => options(source), {
    journalKind: definition.journal?.kind,
    /** Whether this kind of batch can read what the journal says. */
    canResume: (restored: RestoredBatch): boolean => readInput(restored) !== undefined,
    /** Cleans up after an interrupted batch that is not to be continued. Rejects when it has to stay interrupted. */
    discard: async (client: QueryClient, restored: RestoredBatch): Promise<void> => {
      const input = readInput(restored)
      if (!input) return
      const notes = new Notes(definition.state, input, restored.effects)
      const context = {
        input,
        state: notes.state,
        note: (note: Note) => notes.add(note),
        client,
        signal: new AbortController().signal,
        startedAt: restored.startedAt,
      }
      await definition.beforeDiscard?.(context)
      const items: readonly Item[] = input.items
      const done = items.filter((_, at) => restored.outcomes[at]?.state === 'done')
      await definition.onDiscard?.(done, context).catch(() => undefined)
    },
    /** What a batch of this kind has done that has ended with this result. */
    partOf,
    /** Continues an interrupted batch; undefined when `canResume` is false. */
    resume: async (
      client: QueryClient,
      resumed: ResumedBatch,
    ): Promise<BatchResult | undefined> => {
      const input = readInput(resumed.restored)
      const { isUndo } = resumed.restored.operation
      return input && startMutation(client, options({ resumed, isUndo }, true), input)
    },
  })
}

/** A batch with what it is to be started with. */
export const startOf = <V>(
  write: (source?: BatchSource) => Parameters<typeof startMutation<BatchResult, V>>[1],
  input: V,
): BatchStart => ({
  start: (client, source) => startMutation(client, write(source), input),
})
