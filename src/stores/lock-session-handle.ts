import type { Operation } from '#src/lib/operation.ts'
import {
  currentLockSessions,
  type LockDecision,
  type LockEntry,
  type LockSession,
  setLockSessions,
} from './lock-sessions.ts'
import { forgetsOnSignOut } from './resets.ts'

type Pending = { resolve: (decision: LockDecision) => void }

const pending = new Map<number, Pending>()
const wakers = new Map<number, (why: 'now' | 'cancel' | 'show') => void>()
let lastId = 0
/** Counts sign-outs: an operation of before asks nobody any more. */
let era = 0

const byId = (id: number): LockSession | undefined =>
  currentLockSessions().find((session) => session.id === id)

function change(id: number, part: Partial<LockSession>): void {
  setLockSessions((sessions) =>
    sessions.map((session) => (session.id === id ? { ...session, ...part } : session)),
  )
}

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
  #operation: Operation
  readonly #canSkip: boolean
  constructor(operation: Operation, canSkip: boolean) {
    this.#operation = operation
    this.#canSkip = canSkip
  }

  /** What the next question is about. */
  about(operation: Operation): void {
    this.#operation = operation
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
      else setLockSessions((sessions) => [...sessions, next])
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
    setLockSessions((sessions) => sessions.filter(({ id }) => id !== this.id))
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
  const sessions = currentLockSessions()
  era++
  setLockSessions(() => [])
  for (const { id } of sessions) {
    pending.get(id)?.resolve({ go: 'cancel' })
    wakers.get(id)?.('cancel')
  }
  pending.clear()
}
forgetsOnSignOut(cancelLockSessions)
