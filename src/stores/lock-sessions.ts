import type { Operation } from '#src/lib/operation.ts'
import { create } from 'zustand'
import type { LockConflict } from '#src/contract/lock.ts'

/** The user gave an operation up because of a lock. Not a failure: one message says what was not done. */
export class LockCancelledError extends Error {
  override name = 'LockCancelledError'
  readonly operation: Operation
  constructor(operation: Operation) {
    super('cancelled')
    this.operation = operation
  }
}

/** One locked item in the way of an operation. */
export type LockEntry = {
  /** Unique within the list. */
  readonly key: string
  /** Address of the locked item, where the service tells it. */
  readonly path: string | undefined
  /** Name of the requested item that it stops, where that is known and says more than the path. */
  readonly itemName: string | undefined
  /** Present for the owner only: what unlocks it. */
  readonly token: string | undefined
  readonly holder: NonNullable<LockConflict['owner']> | undefined
  /** Of `FileType`; anything else is shown neutrally. */
  readonly type: number
}

export type LockDecision =
  | { go: 'unlock'; tokens: readonly string[]; isForRest: boolean }
  | { go: 'retry' | 'skip' | 'wait' | 'cancel' }

export type LockSession = {
  readonly id: number
  readonly operation: Operation
  readonly entries: readonly LockEntry[]
  /** 1 for the first list shown, 2 after a retry that met locks again. */
  readonly round: number
  /**
   * `asking`: the dialog is up. `working`: it is up and busy. `waiting`: in the tray, asks again at `nextTry` (ms since
   * 1970; undefined while it asks, or while nobody looks or the network is away). `leaving`: cancelled while working.
   */
  readonly state: 'asking' | 'working' | 'waiting' | 'leaving'
  readonly nextTry: number | undefined
  readonly canSkip: boolean
  /** Why the unlocking failed; the list is as before. */
  readonly error: Error | undefined
}

const useStore = create<{ sessions: readonly LockSession[] }>()(() => ({ sessions: [] }))

export const currentLockSessions = (): readonly LockSession[] => useStore.getState().sessions
export const setLockSessions = (
  change: (sessions: readonly LockSession[]) => readonly LockSession[],
): void => useStore.setState(({ sessions }) => ({ sessions: change(sessions) }))

const isForDialog = ({ state }: LockSession) => state === 'asking' || state === 'working'

/** What the one dialog shows: the operation that has waited longest for an answer. */
export const useLockSession = (): LockSession | undefined =>
  useStore(({ sessions }) => sessions.find(isForDialog))
/** How many more wait behind the one that is shown. */
export const useQueuedLockSessions = (): number =>
  useStore(({ sessions }) => Math.max(sessions.filter(isForDialog).length - 1, 0))
/** What waits in the tray. The array is the same until something in the store changes. */
export const useLockSessions = (): readonly LockSession[] => useStore(({ sessions }) => sessions)
