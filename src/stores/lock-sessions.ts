import { create } from 'zustand'
import type { LockConflict } from '#src/contract/lock.ts'
import { forgetsOnSignOut } from './resets.ts'

/** What a write does, for the words about it. A kind is a verb of the catalogue's `operations`. */
export type Operation = {
  readonly kind:
    | 'create'
    | 'rename'
    | 'move'
    | 'copy'
    | 'trash'
    | 'deletePermanently'
    | 'emptyTrash'
    | 'restore'
    | 'save'
    | 'saveView'
    | 'upload'
  /** Name of the item, or of the first of them. */
  readonly name: string
  /** How many items it is about. */
  readonly count: number
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

type Pending = { resolve: (decision: LockDecision) => void }

const useStore = create<{ sessions: readonly LockSession[] }>()(() => ({ sessions: [] }))
const pending = new Map<number, Pending>()
const wakers = new Map<number, (why: 'now' | 'cancel' | 'show') => void>()
let lastId = 0
/** Counts sign-outs: an operation of before asks nobody any more. */
let era = 0

const byId = (id: number): LockSession | undefined =>
  useStore.getState().sessions.find((session) => session.id === id)

function change(id: number, part: Partial<LockSession>): void {
  useStore.setState(({ sessions }) => ({
    sessions: sessions.map((session) => (session.id === id ? { ...session, ...part } : session)),
  }))
}

const isForDialog = ({ state }: LockSession) => state === 'asking' || state === 'working'

/** What the one dialog shows: the operation that has waited longest for an answer. */
export const useLockSession = (): LockSession | undefined =>
  useStore(({ sessions }) => sessions.find(isForDialog))
/** How many more wait behind the one that is shown. */
export const useQueuedLockSessions = (): number =>
  useStore(({ sessions }) => Math.max(sessions.filter(isForDialog).length - 1, 0))
/** What waits in the tray. The array is the same until something in the store changes. */
export const useLockSessions = (): readonly LockSession[] => useStore(({ sessions }) => sessions)
export const hasLockSessions = (): boolean => useStore.getState().sessions.length > 0

/** The user's answer. An answer to a list that is not asked about any more is dropped. */
export function decideLock(id: number, decision: LockDecision): void {
  const session = byId(id)
  if (!session) return
  if (session.state === 'working') {
    if (decision.go === 'cancel') change(id, { state: 'leaving' })
    return
  }
  const asked = pending.get(id)
  pending.delete(id)
  asked?.resolve(decision)
}

/** From the tray: try now, give up, or open the dialog again. */
export const wakeLock = (id: number, why: 'now' | 'cancel' | 'show'): void => wakers.get(id)?.(why)

/** One session spans one operation: every conflict that it meets until it succeeds or is cancelled. */
export class LockSessionHandle {
  readonly id = ++lastId
  readonly #era = era
  readonly #operation: Operation
  readonly #canSkip: boolean
  constructor(operation: Operation, canSkip: boolean) {
    this.#operation = operation
    this.#canSkip = canSkip
  }

  /** Whether the user has left the dialog to wait in the tray. */
  get isWaiting(): boolean {
    return byId(this.id)?.state === 'waiting'
  }
  get isLeaving(): boolean {
    return byId(this.id)?.state === 'leaving'
  }

  /** Shows the list and waits for an answer. With `error` it is the same list again: unlocking it failed. */
  ask(entries: readonly LockEntry[], error?: Error): Promise<LockDecision> {
    if (this.#era !== era) return Promise.resolve({ go: 'cancel' })
    return new Promise((resolve) => {
      pending.set(this.id, { resolve })
      const known = byId(this.id)
      const next: LockSession = {
        id: this.id,
        operation: this.#operation,
        entries,
        round: error ? (known?.round ?? 1) : (known?.round ?? 0) + 1,
        state: 'asking',
        nextTry: undefined,
        canSkip: this.#canSkip,
        error,
      }
      if (known) change(this.id, next)
      else useStore.setState(({ sessions }) => ({ sessions: [...sessions, next] }))
    })
  }

  /** The answer is being carried out; the dialog stays up. */
  work(): void {
    change(this.id, { state: 'working', error: undefined })
  }

  /** In the tray until `ms` have passed, or the user wants otherwise. Time stands still while `isHeld`. */
  async pause(
    entries: readonly LockEntry[],
    ms: number,
  ): Promise<'time' | 'now' | 'cancel' | 'show'> {
    if (this.#era !== era) return 'cancel'
    change(this.id, { state: 'waiting', entries })
    try {
      return await new Promise((resolve) => {
        wakers.set(this.id, resolve)
        void whenDue(ms, (at) => change(this.id, { nextTry: at })).then(() => resolve('time'))
      })
    } finally {
      wakers.delete(this.id)
      change(this.id, { nextTry: undefined })
    }
  }

  close(): void {
    pending.delete(this.id)
    useStore.setState(({ sessions }) => ({
      sessions: sessions.filter(({ id }) => id !== this.id),
    }))
  }
}

/** Resolves after `ms` of time in which the page is seen and has a network. */
async function whenDue(ms: number, tell: (at: number | undefined) => void): Promise<void> {
  let left = ms
  while (left > 0) {
    const began = Date.now()
    const isHeld = document.hidden || !navigator.onLine
    tell(isHeld ? undefined : began + left)
    await changeOrTime(isHeld ? undefined : left)
    if (!isHeld) left -= Date.now() - began
  }
}

/** Resolves when the page is hidden or shown, the network comes or goes, or `ms` have passed. */
function changeOrTime(ms: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController()
    const end = () => {
      stop.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = ms === undefined ? undefined : setTimeout(end, ms)
    const { signal } = stop
    document.addEventListener('visibilitychange', end, { signal })
    addEventListener('online', end, { signal })
    addEventListener('offline', end, { signal })
  })
}

/** Nobody is left to answer: every operation is cancelled. */
const cancelLockSessions = (): void => {
  const { sessions } = useStore.getState()
  era++
  useStore.setState({ sessions: [] })
  for (const { id } of sessions) {
    pending.get(id)?.resolve({ go: 'cancel' })
    wakers.get(id)?.('cancel')
  }
  pending.clear()
}
forgetsOnSignOut(cancelLockSessions)
