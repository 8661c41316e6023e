import type * as v from 'valibot'
import type { ApiError } from '#src/contract/errors.ts'
import type { StaleUris } from '#src/jobs/verification/stale-uris.ts'
import type { Operation } from '#src/lib/operation.ts'
import type { BatchJournal, RestoredBatch } from './batch-journal.ts'
import type { BatchItem, BatchResult } from './batch.ts'

/** Items that may be under way at the same time; the next stage starts when all items of this one have an outcome. */
export type BatchStage<Item> = {
  readonly items: readonly Item[]
  /** Items in one request, 100 by default. */
  readonly chunkSize?: number
  /** Requests at the same time, one by default. */
  readonly maxInFlight?: number
}

export type RecordEffect = (effect: object) => Promise<void>

export type SendItems<Item> = (items: readonly Item[], signal: AbortSignal) => Promise<void>

/** What one kind of batch does. `V` is what a batch is started with. */
export type BatchDefinition<Item extends BatchItem, V> = {
  operation: (variables: V) => Operation
  items: (variables: V) => readonly Item[]
  /**
   * Called once per batch; what it returns sends some of the items and rejects with `BatchError` for those that failed.
   * `recordEffect` writes to the journal what it changes besides the items, and resolves once that is written.
   */
  createSender: (variables: V, recordEffect: RecordEffect) => SendItems<Item>
  /** Called before a batch is resumed or discarded, with what its sender has recorded. */
  readEffects?: (variables: V, effects: readonly unknown[]) => void
  /**
   * Asks the service whether an item has been processed since `startedAt`, in ms since 1970 by its clock. `gone`: the
   * item does not exist any more.
   */
  isDone: (
    item: Item,
    variables: V,
    signal: AbortSignal,
    startedAt: number,
  ) => Promise<boolean | 'gone'>
  /**
   * Looks for many items with few requests. Returns the ids of those that have certainly not been processed; about the
   * others `isDone` asks one by one.
   */
  findUnprocessed?: (items: readonly Item[], signal: AbortSignal) => Promise<ReadonlySet<string>>
  /**
   * Looks up which items their URIs do not lead to any more. Called before anything is sent after a wait: another item
   * may have such a URI by then. Left out where URIs are never used again.
   */
  findStaleUris?: (items: readonly Item[], variables: V, signal: AbortSignal) => Promise<StaleUris>
  /** Looks up then, too, whether the URI of the target folder leads to another folder: nothing is sent to that one. */
  isTargetReplaced?: (variables: V, signal: AbortSignal) => Promise<boolean>
  /** The order in which items are sent; one stage with all of them by default. */
  stages?: (items: readonly Item[], variables: V) => readonly BatchStage<Item>[]
  /** Under which name, and how, a batch of several items is journaled so that it can be resumed after a reload. */
  journal?: { readonly kind: string; readonly variables: v.GenericSchema<unknown, V> }
  /** Whether an item takes several requests, so that a batch of a single item is journaled too. */
  hasManySteps?: (variables: V) => boolean
  /** Whether its toast is there from the start, with the progress. Otherwise the page shows that. */
  isShownWhileRunning?: boolean
  /** Further URIs that every item needs: a lock on or above one of them stops the whole batch. */
  requiredUris?: (variables: V) => readonly string[]
  /** URIs that the write of an item touches besides the item's own. */
  affectedUris?: (item: Item, variables: V) => readonly string[]
  /** Whether one item of a chunk may have caused this refusal of the whole chunk: the chunk is halved to find it. */
  shouldBisect?: (error: ApiError) => boolean
  /** Whether this refusal of an item can mean that the item has been processed before: it is looked up. */
  mayAlreadyBeDone?: (error: ApiError) => boolean
}

/** What a batch does outside of its own requests, in the lists and in the store of batches. */
export type BatchEffects<Item extends BatchItem> = {
  /** Items that the service takes in one request, where that is known. */
  readonly maxBatchSize: number | undefined
  /** The batch whose remaining items this one processes: the result is added to that batch. */
  readonly continuesJob: number | undefined
  /** Whether time has passed since the rows of the items were read: it continues or takes back what was done before. */
  readonly urisMayBeStale: boolean
  /** Removes or changes confirmed items in the lists on screen. */
  readonly showDone: ((done: readonly Item[]) => void) | undefined
  /** Where the items are now, where the user may want to go there. */
  readonly destinations: (done: readonly Item[]) => readonly BatchItem[]
  /** What takes the batch back. */
  readonly undo: (done: readonly Item[]) => (() => Promise<void>) | undefined
  /** Runs when more of it is done and the rest begins to wait for a lock, which may take long. */
  readonly onPartlyDone: () => void
  /** Runs after the last request and before the batch ends; its failure is ignored. */
  readonly onSettled: (result: BatchResult<Item>) => void | Promise<void>
  /** Starts a batch over the items with these ids that follows this one. */
  readonly retry: (ids: ReadonlySet<string>, batchId: number) => void
}

/** A batch from before a reload, and its journal, which this tab has locked. */
export type ResumedBatch = { readonly restored: RestoredBatch; readonly journal: BatchJournal }
