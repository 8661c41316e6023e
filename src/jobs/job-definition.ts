import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type * as v from 'valibot'
import type { ApiError } from '#src/contract/errors.ts'
import type { JobJournal } from '#src/jobs/journal/job-journal.ts'
import type { JournaledJob } from '#src/jobs/journal/journaled-job.ts'
import type { UnsentJob } from '#src/jobs/runner/unsent-jobs.ts'
import type {
  FailedItem,
  JobItem,
  JobOperation,
  JobResult,
  UndoJobStarter,
  JobContribution,
} from '#src/jobs/store/job.ts'

/** Items that may be under way at the same time; the next stage starts when all items of this one have an outcome. */
export type SendStage<Item> = {
  readonly items: readonly Item[]
  /** Items in one request, 100 by default. */
  readonly chunkSize?: number
  /** Requests at the same time, one by default. */
  readonly maxInFlight?: number
}

export type SendItems<Item> = (items: readonly Item[], signal: AbortSignal) => Promise<void>

/** What a job has found out or changed besides its items: a fold over the notes that its journal keeps. */
export type JobStateDefinition<V, State, Note> = {
  readonly empty: (input: V) => State
  readonly note: v.GenericSchema<unknown, Note>
  readonly add: (state: State, note: Note) => void
}

/** What one run of a job hands to its definition. */
export type JobContext<V, State = undefined, Note = never> = {
  readonly input: V
  readonly state: Readonly<State>
  /** Adds to the state at once. Resolves when the journal has it, which is to be awaited before what it is about is sent. */
  readonly note: (note: Note) => Promise<void>
  readonly client: QueryClient
  readonly signal: AbortSignal
  /** When it was started, before a reload too: ms since 1970 by the clock of the service. */
  readonly startedAt: number
}

type JournalFormat<V> = {
  readonly name: string
  /**
   * It is the version of what is journaled, 1 by default: a change of the input that older pages cannot read makes
   * another.
   */
  readonly version?: number
  readonly input: v.GenericSchema<unknown, V>
}

export type JobDefinition<Item extends JobItem, V, State = undefined, Note = never> = {
  operation: (input: V) => JobOperation
  /** What is done with an item, where jobs of this kind differ in that: a command about items of another job is told of. */
  commandKeyOf?: (item: Item, input: V) => string | null | undefined
  state?: JobStateDefinition<V, State, Note>
  /**
   * Runs before anything is journaled: returns what is to be done, undefined for nothing. Rejects when that
   * cannot be found out. Not run again after a reload, nor when items are tried again.
   */
  plan?: (input: V, client: QueryClient) => Promise<V | undefined>
  /**
   * Called once per run, and for a job that is only shown after a reload, so that it must do nothing yet. What it returns
   * sends some of the items and rejects with `BatchError` for those that failed.
   */
  createSender: (context: JobContext<V, State, Note>) => SendItems<Item>
  /**
   * Asks the service whether an item has been processed. `gone`: the item does not exist any more; `stale`: its URI does not
   * lead to it any more. `isUnanswered`: the answer to a request that may have processed it was lost.
   */
  isDone: (
    item: Item,
    context: JobContext<V, State, Note>,
    isUnanswered: boolean,
  ) => Promise<boolean | 'gone' | 'stale'>
  /**
   * Looks for many items with few requests. Returns the ids of those that have certainly not been processed; about the
   * others `isDone` asks one by one.
   */
  findUnprocessed?: (items: readonly Item[], signal: AbortSignal) => Promise<ReadonlySet<string>>
  /**
   * Looks up which items are not to be sent, since their URIs, or that of the folder that they go to, lead elsewhere, or
   * the service does not tell: by id, with the reason. Called before anything is sent after a wait: another item may have
   * such a URI by then. Left out where URIs are never used again.
   */
  findStaleUris?: (
    items: readonly Item[],
    context: JobContext<V, State, Note>,
  ) => Promise<ReadonlyMap<string, Error>>
  /**
   * Looks up which items of a request are not to be sent after all: by id, with the reason. Called before each request,
   * also one that is sent again, and again after a failure that may pass. Rejects with nothing else.
   */
  findUnwanted?: (
    items: readonly Item[],
    context: JobContext<V, State, Note>,
  ) => Promise<ReadonlyMap<string, Error>>
  /** The order in which items are sent; one stage with all of them by default. */
  stages?: (
    items: readonly Item[],
    context: JobContext<V, State, Note>,
  ) => readonly SendStage<Item>[]
  /** How a job of several items is journaled, so that it can be resumed after a reload. */
  journal?: JournalFormat<V>
  /** Whether an item takes several requests, so that a job of a single item is journaled too. */
  hasManySteps?: (input: V) => boolean
  /**
   * For what must not stay undone once the user has been told of it: sends these items by requests that outlive the page,
   * when that is closed. A sign-out waits for such a job, and what is left is offered to the user at the next start.
   */
  sendOnClose?: (items: readonly Item[], context: JobContext<V, State, Note>) => void
  /**
   * Whether it waits for other jobs that process some of its items, so that its toast is there from the start, with the
   * progress. Otherwise those items are left out, and the page shows the progress. An undo waits too, and what is resumed.
   */
  waitsForOthers?: boolean
  /** URIs that the write of an item touches besides the item's own: a lock on, above or below one stops the item. */
  affectedUris?: (item: Item, context: JobContext<V, State, Note>) => readonly string[]
  /** Whether one item of a chunk may have caused this refusal of the whole chunk: the chunk is halved to find it. */
  shouldBisect?: (error: ApiError) => boolean
  /** Whether this refusal of an item can mean that the item has been processed before: it is looked up. */
  mayAlreadyBeDone?: (error: ApiError) => boolean
  invalidates: (input: V) => readonly QueryKey[]
  /** Changes the lists on screen, for items that the service has confirmed. */
  patch?: (done: readonly Item[], context: JobContext<V, State, Note>) => void
  /** What the result tells besides the outcomes of the items. */
  resultDetails?: (
    context: JobContext<V, State, Note>,
    done: readonly Item[],
  ) => Pick<JobResult, 'destinations' | 'staged' | 'replaced' | 'renamed' | 'newNames'>
  /** It makes the job that takes back this one and those that continued it; undefined where that is impossible. */
  undo?: (parts: readonly JobContribution<Item, V, State>[]) => UndoJobStarter | undefined
  /** Whether `followUp` will decide about this one: until then it counts as still to be done. */
  isFollowedUp?: (failed: FailedItem<Item>, context: JobContext<V, State, Note>) => boolean
  /**
   * Decides about the items that `isFollowedUp` names, by what the user has answered before; `failed` leaves out those that
   * the user has decided about meanwhile, and is never empty. What it returns to be done is done by a job that follows, with
   * one message about both at the end.
   */
  followUp?: (
    failed: readonly FailedItem<Item>[],
    context: JobContext<V, State, Note>,
  ) => Promise<FollowUp<V> | undefined>
  /**
   * What is to be done when the user tries items again: the same with fewer items by default; undefined when the user
   * cancels.
   */
  again?: (input: V, client: QueryClient) => Promise<FollowUp<V> | undefined>
  /**
   * Runs when more of the job is done and the rest begins to wait for a lock: shows what `patch` cannot know, before
   * `onSettled` does.
   */
  onPartlyDone?: (context: JobContext<V, State, Note>) => void
  /** `result` is without `resultDetails`. */
  onSettled?: (result: JobResult<Item>, context: JobContext<V, State, Note>) => void | Promise<void>
  /**
   * Runs when the user discards it after a reload: finishes items that cannot stay as they are, and cleans up what only a
   * running job needs. Resolves to what it has finished. The job stays interrupted when this rejects.
   */
  onDiscard?: (
    done: readonly Item[],
    context: JobContext<V, State, Note>,
  ) => Promise<readonly Item[] | void>
}

/** What is decided about items that a job could not process. `input`: of the job that follows, if there is one. */
export type FollowUp<V> = { readonly input: V | undefined; readonly skipped: readonly JobItem[] }

export type JobOrigin = {
  /** The job whose remaining items this one processes: the result is added to that job. */
  readonly continuesJob?: number | undefined
  /** What that job has noted, where this one tries its items again. */
  readonly notes?: readonly unknown[] | undefined
  readonly resumed?: ResumedJob | undefined
  /** It takes another write back: Ctrl+Z goes no further than that. */
  readonly isUndo?: boolean | undefined
  /** The delayed job that this one includes, in whose place it is. */
  readonly joins?: UnsentJob | undefined
  /** The job that it takes back, whose message then shows how far it is. */
  readonly undoes?: number | undefined
}

/** A job from before a reload, and its journal, which this tab has locked; without that it is only shown. */
export type ResumedJob = {
  readonly restored: JournaledJob
  readonly journal?: JobJournal | undefined
}
