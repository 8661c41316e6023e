import { create } from 'zustand'
import type { LockConflict } from '#src/contract/lock.ts'
import type { Operation } from '#src/lib/operation.ts'

/** The user cancelled an operation because of a lock. Not a failure: one message says what was not done. */
export class LockCancelledError extends Error {
  override name = 'LockCancelledError'
  readonly operation: Operation
  constructor(operation: Operation) {
    super('cancelled')
    this.operation = operation
  }
}

/** One locked item that blocks an operation. */
export type LockEntry = {
  /** Unique within the list. */
  readonly key: string
  /** URI of the locked item, when the service tells it. */
  readonly path: string | undefined
  /** Name of the requested item that it blocks, when that is known and says more than the path. */
  readonly itemName: string | undefined
  /** Lock token; only its owner gets it. */
  readonly token: string | undefined
  readonly holder: NonNullable<LockConflict['owner']> | undefined
  /** One of `FileType`; other values are shown neutrally. */
  readonly type: number
}

/** Whether the user may unlock it: the service gives the token to its owner only. */
export const canUnlock = ({ token }: LockEntry): boolean => token !== undefined

export type LockDecision =
  | { action: 'unlock'; tokens: readonly string[]; appliesToRest: boolean }
  | { action: 'retry' | 'skip' | 'wait' | 'cancel' }

export type LockDialogTask = 'unlock' | 'retry' | 'skip'

export type LockQuestion = {
  readonly id: number
  readonly operation: Operation
  readonly entries: readonly LockEntry[]
  /** 1 for the first list, 2 after a retry that met locks again. */
  readonly round: number
  /**
   * `asking`: the dialog is open. `working`: it is open and busy. `waiting`: in the tray, tries again at `nextTry` (ms
   * since 1970; undefined during a try, and while the page is hidden or offline). `cancelling`: cancelled while working.
   */
  readonly state: 'asking' | 'working' | 'waiting' | 'cancelling'
  readonly nextTry: number | undefined
  /** What the answer has started, while `working` or `cancelling`. */
  readonly work: LockDialogTask | undefined
  readonly canSkip: boolean
  /** Why unlocking failed; the list has not changed. */
  readonly error: Error | undefined
}

const useStore = create<{ sessions: readonly LockQuestion[] }>()(() => ({ sessions: [] }))

export const currentLockQuestions = (): readonly LockQuestion[] => useStore.getState().sessions
export const setLockQuestions = (
  change: (sessions: readonly LockQuestion[]) => readonly LockQuestion[],
): void => useStore.setState(({ sessions }) => ({ sessions: change(sessions) }))

const isForDialog = ({ state }: LockQuestion) => state === 'asking' || state === 'working'

/** The session that the dialog shows: the one that has waited longest for an answer. */
export const useLockQuestion = (): LockQuestion | undefined =>
  useStore(({ sessions }) => sessions.find(isForDialog))
/** Number of sessions queued behind the one on screen. */
export const useQueuedLockQuestionCount = (): number =>
  useStore(({ sessions }) => Math.max(sessions.filter(isForDialog).length - 1, 0))
/** Whether an operation of this kind on an item of this name waits in the tray. */
export const useIsWaitingForLock = (kind: Operation['kind'], name: string): boolean =>
  useStore(({ sessions }) =>
    sessions.some(
      ({ state, operation }) =>
        state === 'waiting' && operation.kind === kind && operation.name === name,
    ),
  )
/** All sessions: for the dialog, queued behind it, and in the tray. The array stays the same until the store changes. */
export const useLockQuestions = (): readonly LockQuestion[] => useStore(({ sessions }) => sessions)
