import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { currentSession } from '#src/api/current-session.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import type { SiteConfig } from '#src/contract/site.ts'
import { parseUri } from '#src/contract/uri.ts'
import type { BatchDefinition, ResumedBatch } from '#src/jobs/batches/batch-definition.ts'
import type { RestoredBatch } from '#src/jobs/batches/batch-journal.ts'
import { BatchRunner } from '#src/jobs/batches/batch-runner.ts'
import type { BatchItem, BatchResult } from '#src/jobs/batches/batch.ts'
import { undoBatch, waitingBatchOf, withoutActiveItems } from '#src/jobs/batches/batches.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { setLastUndo } from '#src/jobs/messages/last-undo.ts'
import { currentQuestionsOf } from '#src/jobs/questions/questions.ts'
import { keys } from '#src/lists/keys.ts'
import { mutationMeta } from './invalidation.ts'
import { startMutation } from './start-mutation.ts'

/** A kind of batch, with what it changes in the cache. */
type BatchWriteDefinition<Item extends BatchItem, V> = BatchDefinition<Item, V> & {
  invalidates: (variables: V) => readonly QueryKey[]
  /** Runs before the first request, for senders that need the cache. */
  onStart?: (client: QueryClient, variables: V) => void
  /** Changes the lists on screen, for items that the service has confirmed. */
  patch?: (client: QueryClient, done: readonly Item[], variables: V) => void
  /** Where the items are now; none when the user sees that anyway. */
  destinations?: (done: readonly Item[], variables: V, client: QueryClient) => readonly BatchItem[]
  /**
   * Returns what takes the batch back, undefined where that is impossible: it resolves once that has been started, and
   * reports itself from then on.
   */
  undo?: (
    client: QueryClient,
    done: readonly Item[],
    variables: V,
  ) => (() => Promise<void>) | undefined
  /** Starts the batch that follows when the user tries again; the same request with fewer items by default. */
  retry?: (client: QueryClient, variables: V, source: ContinuedBatch) => void
  /**
   * Runs when more of the batch is done and the rest begins to wait for a lock: shows what `patch` cannot know, before
   * `onSettled` does.
   */
  onPartlyDone?: (client: QueryClient, variables: V) => void
  /** Runs when the batch has ended, whatever became of its items. */
  onSettled?: (client: QueryClient, variables: V, result: BatchResult<Item>) => void | Promise<void>
  /**
   * Runs when the user discards it after a reload, and finishes items that cannot stay as they are. The batch stays
   * interrupted when this rejects.
   */
  beforeDiscard?: (client: QueryClient, variables: V) => Promise<void>
  /** Runs when the user discards it after a reload, to clean up what only a running batch needs. */
  onDiscard?: (client: QueryClient, variables: V, done: readonly Item[]) => Promise<void>
}

type BatchSource = {
  /** The batch whose remaining items this one processes. */
  readonly continuesJob?: number | undefined
  readonly resumed?: ResumedBatch | undefined
  /** It takes another write back: Ctrl+Z goes no further than that. */
  readonly isUndo?: boolean | undefined
}

/** The batch of which one processes the rest, and whether that took another write back. */
export type ContinuedBatch = Pick<BatchSource, 'continuesJob' | 'isUndo'>

/** The same batch, which says of itself that it takes another write back. */
const asUndo = <Item extends BatchItem, V>(
  definition: BatchDefinition<Item, V>,
): BatchDefinition<Item, V> => ({
  ...definition,
  operation: (variables) => ({ ...definition.operation(variables), isUndo: true }),
})

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

/**
 * Defines a write of many items. Calling the result gives the options of a mutation, which resolves with what became of
 * each item and rejects only when the session ends; the batch itself shows a message about its result. Items
 * that a running batch already processes are left out.
 */
export function defineBatch<Item extends BatchItem, V extends { readonly items: readonly Item[] }>(
  definition: BatchWriteDefinition<Item, V>,
) {
  const options = (source: BatchSource = {}) =>
    mutationOptions<BatchResult, Error, V>({
      mutationFn: async (variables, { client }) => {
        // What is found out before may take until then: nobody is to be told, and nothing sent, after that.
        if (isSignedOut(variables.items)) throw new SessionEndedError()
        const items = source.resumed
          ? variables.items
          : withoutActiveItems(distinct(definition.items(variables)))
        if (items.length === 0) {
          // They wait for a lock already: show which.
          const waiting = waitingBatchOf(variables.items)
          currentQuestionsOf(lockQuestion)
            .find(({ id }) => id === waiting?.lockQuestionId)
            ?.answer({ action: 'show' })
          return { done: [], failed: [], locked: [], left: [] }
        }
        const { patch, destinations, undo, onPartlyDone, onSettled } = definition
        definition.onStart?.(client, variables)
        const runner = new BatchRunner(
          source.isUndo ? asUndo(definition) : definition,
          variables,
          items,
          {
            // Known only where a page has asked for it.
            maxBatchSize:
              client.getQueryData<SiteConfig>(keys.site.explorer())?.max_batch_size || undefined,
            continuesJob: source.continuesJob,
            urisMayBeStale: source.continuesJob !== undefined || source.isUndo === true,
            showDone: patch && ((done) => patch(client, done, variables)),
            destinations: (done) => destinations?.(done, variables, client) ?? [],
            undo: (done) => undo?.(client, done, variables),
            onPartlyDone: () => onPartlyDone?.(client, variables),
            onSettled: (result) => onSettled?.(client, variables, result),
            retry: (ids, continuesJob) => {
              const fewer = { ...variables, items: items.filter(({ id }) => ids.has(id)) }
              const continued = { continuesJob, isUndo: source.isUndo }
              if (definition.retry) definition.retry(client, fewer, continued)
              // The batch shows its own failures.
              else startMutation(client, options(continued), fewer).catch(() => undefined)
            },
          },
          source.resumed,
        )
        const result = await runner.run()
        const canUndo = result.done.length > 0 && undo?.(client, result.done, variables)
        if (canUndo && !source.isUndo) {
          setLastUndo(() => void undoBatch(source.continuesJob ?? runner.id))
        }
        return result
      },
      meta: mutationMeta({ invalidates: definition.invalidates, failureContext: 'shownInline' }),
    })

  const readVariables = ({ variables, items }: RestoredBatch): V | undefined => {
    const { journal } = definition
    const read = journal && v.safeParse(journal.variables, { ...variables, items })
    return read?.success ? read.output : undefined
  }
  return Object.assign((source?: ContinuedBatch) => options(source), {
    journalKind: definition.journal?.kind,
    /** Whether this kind of batch can read what the journal says. */
    canResume: (restored: RestoredBatch): boolean => readVariables(restored) !== undefined,
    /** Cleans up after an interrupted batch that is not to be continued. Rejects when it has to stay interrupted. */
    discard: async (client: QueryClient, restored: RestoredBatch): Promise<void> => {
      const variables = readVariables(restored)
      if (!variables) return
      definition.readEffects?.(variables, restored.effects)
      await definition.beforeDiscard?.(client, variables)
      const done = variables.items.filter((_, at) => restored.outcomes[at]?.state === 'done')
      await definition.onDiscard?.(client, variables, done).catch(() => undefined)
    },
    /** Continues an interrupted batch; undefined when `canResume` is false. */
    resume: async (
      client: QueryClient,
      resumed: ResumedBatch,
    ): Promise<BatchResult | undefined> => {
      const variables = readVariables(resumed.restored)
      const { isUndo } = resumed.restored.operation
      return variables && startMutation(client, options({ resumed, isUndo }), variables)
    },
  })
}
