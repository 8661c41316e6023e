import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { LockConflict } from '#src/contract/lock.ts'
import type { EditedLinks } from '#src/jobs/messages/toasts.ts'
import type { Operation } from '#src/lib/operation.ts'

/** An item of a job. `uri` addresses it at the service, `id` names it in lists. */
export const JobItem = v.object({ id: v.string(), uri: v.string(), name: v.string() })
export type JobItem = Readonly<v.InferOutput<typeof JobItem>>

/** What messages say about a job. */
export type JobOperation = Operation & {
  /** For an edit of links: what all of them have in common afterwards. */
  readonly editedLinks?: EditedLinks
}

/** What is to be done with each item, by its id, as far as jobs of one kind differ in that. */
export type CommandKeys = ReadonlyMap<string, string | null>

export type FailedItem<Item extends JobItem = JobItem> = {
  readonly item: Item
  readonly error: Error
  /** Nobody could be asked whether it has been done all the same; `error` is why. */
  readonly isUnknown?: boolean | undefined
}

/** Every item ends in exactly one of these lists, so that the numbers add up. */
export type JobResult<Item extends JobItem = JobItem> = {
  /** The job that came to it; none where nothing was to be done. */
  readonly jobId?: number | undefined
  readonly done: readonly Item[]
  readonly failed: readonly FailedItem<Item>[]
  /** Locked, and skipped or cancelled by the user, or given up with an interrupted job that was not resumed. */
  readonly locked: readonly Item[]
  /** What the service said about the locks, by id of the locked item. */
  readonly locks?: ReadonlyMap<string, readonly LockConflict[]>
  /** Never sent, or sent and found not to have been processed. */
  readonly left: readonly Item[]
  /** Where the items are now; left out when the user sees that anyway. */
  readonly destinations?: readonly JobItem[]
  /** By id: where items lie that are between two folders, because a step failed while they were in a staging folder. */
  readonly staged?: ReadonlyMap<string, string>
  /** By id of the item that took the place: files that went to the trash to make room. */
  readonly replaced?: ReadonlyMap<string, JobItem>
  /** By id: the last names that items were given, or were to be given, on their way. */
  readonly renamed?: ReadonlyMap<string, string>
  /** How many of the items that were to get their old names back keep those that they had been given. */
  readonly newNames?: number
  /** The user has cancelled while something was being unlocked, and it stays so. */
  readonly isUnlocked?: boolean | undefined
}

/**
 * What a job has done, and what taking it back needs to know. A job and those that follow it are shown as one result, to
 * which each of them adds its own.
 */
export type JobContribution<Item extends JobItem = JobItem, V = unknown, State = unknown> = {
  readonly result: JobResult<Item>
  readonly input: V
  readonly state: Readonly<State>
}

/** Starts the job that takes back the job `undoes`. Resolves to its result when that has ended. */
export type UndoJobStarter = (client: QueryClient, undoes: number) => Promise<JobResult>

/** What can be done about a job that is sent in a few seconds. Nothing has an effect once it has been sent or undone. */
type JobDelay = {
  /** While it is held its time does not run; afterwards it begins again. */
  readonly hold: (isHeld: boolean) => void
  readonly send: () => void
  readonly undo: () => void
}

export type Job = {
  readonly id: number
  readonly operation: JobOperation
  /** The job whose remaining items it processes: that job reports what became of them. */
  readonly continuesJob: number | undefined
  readonly undoes: number | undefined
  readonly journalId: string | undefined
  /** Of a job that an earlier page began: when, in ms since 1970 by the clock of the service. */
  readonly startedBefore: number | undefined
  readonly items: readonly JobItem[]
  readonly commandKeys: () => CommandKeys
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly locked: number
  /** While its state is `delayed`. */
  readonly delay?: JobDelay | undefined
  /** Whether a sign-out waits for it instead of stopping it. */
  readonly survivesSignOut: boolean
  /** It ended before a reload: the other jobs of this page are newer, whenever it was added. */
  readonly isShownOnly: boolean
  /**
   * `delayed`: nothing of it has been sent. `paused`: no answer from the service, or no network. `asking`: the lock dialog
   * is up. `waiting`: it waits in the lock tray until something is free, or before it begins until other jobs have ended.
   */
  readonly state: 'delayed' | 'running' | 'paused' | 'asking' | 'waiting' | 'stopping' | 'ended'
  readonly lockQuestionId: number | undefined
  /** Ids of the items that wait to be processed or are being processed: no other job takes them up. */
  readonly activeIds: ReadonlySet<string>
  /** Ids of items that could not be processed and that the user has decided to leave as they are. */
  readonly skippedIds: ReadonlySet<string>
  /** Ids of items that could not be processed and that a job that follows it is to process, by what the user has decided. */
  readonly followUpIds: ReadonlySet<string>
  /** What it has added itself to the result, once it has ended or as far as it came before it met locks. */
  readonly own: JobContribution | undefined
  /** The result of the job and of those that follow it, as far as they have come. */
  readonly result: JobResult | undefined
  /** What takes back these parts of it; undefined when that is impossible. */
  readonly createUndo: (parts: readonly JobContribution[]) => Job['undo']
  /** Takes the job back, with what those that follow it have done, while that can be offered. */
  readonly undo: ((undoes: number) => Promise<JobResult>) | undefined
  readonly undoState: 'idle' | 'running' | 'failed' | 'done'
  /** Ids of items that a later job has taken up: that one tells what became of those that are not done. */
  readonly supersededIds: ReadonlySet<string>
  /** Aborts what is under way; nothing more is sent. */
  readonly stop: () => void
  /** Starts a job over these items that follows this one. Never rejects; resolves to its result, if it came to one. */
  readonly retry: (items: readonly JobItem[]) => Promise<JobResult | undefined>
  /** Notes, also for after a reload, that the user leaves those of these items as they are that failed, or does not any more. */
  readonly setFailedSkipped: (ids: ReadonlySet<string>, isSkipped: boolean) => void
  /** Looks up those of these items of which nobody could tell whether they are done. Rejects while that is so. */
  readonly lookUpUnknown: (ids: ReadonlySet<string>) => Promise<void>
}
