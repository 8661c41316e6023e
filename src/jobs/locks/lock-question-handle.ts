import { onSignOut } from '#src/api/resets.ts'
import type { Operation } from '#src/lib/operation.ts'
import {
  currentLockQuestions,
  type LockDecision,
  type LockEntry,
  type LockQuestion,
  type LockDialogTask,
  setLockQuestions,
} from './lock-questions.ts'

/** Resolvers of open questions, by session. */
const pending = new Map<number, (decision: LockDecision) => void>()
const wakeUps = new Map<number, (reason: 'now' | 'cancel' | 'show') => void>()
let lastId = 0
/** Counts sign-outs: an operation from before a sign-out must not open a dialog. */
let signOuts = 0

const byId = (id: number): LockQuestion | undefined =>
  currentLockQuestions().find((session) => session.id === id)

function change(id: number, part: Partial<LockQuestion>): void {
  setLockQuestions((sessions) =>
    sessions.map((session) => (session.id === id ? { ...session, ...part } : session)),
  )
}

/** The user's answer. Dropped when the list is no longer on screen. */
export function answerLockQuestion(id: number, decision: LockDecision): void {
  const session = byId(id)
  if (!session) return
  if (session.state === 'working') {
    if (decision.action === 'cancel') change(id, { state: 'cancelling' })
    return
  }
  const resolve = pending.get(id)
  pending.delete(id)
  resolve?.(decision)
}

/** From the tray: try now, cancel, or open the dialog again. */
export const resumeLockQuestion = (id: number, reason: 'now' | 'cancel' | 'show'): void =>
  wakeUps.get(id)?.(reason)

/** One session per operation: it covers every conflict until the operation succeeds or is cancelled. */
export class LockQuestionHandle {
  readonly id = ++lastId
  readonly #signOuts = signOuts
  #operation: Operation
  readonly #canSkip: boolean
  constructor(operation: Operation, canSkip: boolean) {
    this.#operation = operation
    this.#canSkip = canSkip
  }

  /** Sets the operation that the dialog describes. */
  setOperation(operation: Operation): void {
    this.#operation = operation
  }

  /** Whether the user has chosen to wait in the tray. */
  get isWaiting(): boolean {
    return byId(this.id)?.state === 'waiting'
  }
  get isCancelling(): boolean {
    return byId(this.id)?.state === 'cancelling'
  }

  /** Shows the list and waits for an answer. With `error`, unlocking failed and the same list is shown again. */
  ask(entries: readonly LockEntry[], error?: Error): Promise<LockDecision> {
    if (this.#signOuts !== signOuts) return Promise.resolve({ action: 'cancel' })
    return new Promise((resolve) => {
      pending.set(this.id, resolve)
      const known = byId(this.id)
      const next: LockQuestion = {
        id: this.id,
        operation: this.#operation,
        entries,
        round: error ? (known?.round ?? 1) : (known?.round ?? 0) + 1,
        state: 'asking',
        nextTry: undefined,
        work: undefined,
        canSkip: this.#canSkip,
        error,
      }
      if (known) change(this.id, next)
      else setLockQuestions((sessions) => [...sessions, next])
    })
  }

  /** Marks the dialog as busy while the answer is carried out. */
  setWorking(work: LockDialogTask): void {
    change(this.id, { state: 'working', work, error: undefined })
  }

  /** Waits in the tray until `ms` have passed or the user acts. The time does not run while the page is hidden or offline. */
  async waitInTray(
    entries: readonly LockEntry[],
    ms: number,
  ): Promise<'time' | 'now' | 'cancel' | 'show'> {
    if (this.#signOuts !== signOuts) return 'cancel'
    change(this.id, {
      state: 'waiting',
      work: undefined,
      operation: this.#operation,
      entries,
    })
    try {
      return await new Promise((resolve) => {
        wakeUps.set(this.id, resolve)
        void waitWhileActive(ms, (dueAt) => change(this.id, { nextTry: dueAt })).then(() =>
          resolve('time'),
        )
      })
    } finally {
      wakeUps.delete(this.id)
      change(this.id, { nextTry: undefined })
    }
  }

  /** Answers an open question, or ends a wait, as if the user had cancelled. */
  cancel(): void {
    pending.get(this.id)?.({ action: 'cancel' })
    pending.delete(this.id)
    wakeUps.get(this.id)?.('cancel')
  }

  close(): void {
    pending.delete(this.id)
    setLockQuestions((sessions) => sessions.filter(({ id }) => id !== this.id))
  }
}

/** Resolves after `ms` during which the page is visible and online. */
async function waitWhileActive(
  ms: number,
  onSchedule: (dueAt: number | undefined) => void,
): Promise<void> {
  let left = ms
  while (left > 0) {
    const startedAt = Date.now()
    const isActive = !document.hidden && navigator.onLine
    onSchedule(isActive ? startedAt + left : undefined)
    await changeOrTimeout(isActive ? left : undefined)
    if (isActive) left -= Date.now() - startedAt
  }
}

/** Resolves when visibility or connectivity changes, or after `ms`. */
function changeOrTimeout(ms: number | undefined): Promise<void> {
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

/** Nobody is left to answer, so every operation is cancelled. */
const cancelLockQuestions = (): void => {
  const sessions = currentLockQuestions()
  signOuts++
  setLockQuestions(() => [])
  for (const { id } of sessions) {
    pending.get(id)?.({ action: 'cancel' })
    wakeUps.get(id)?.('cancel')
  }
  pending.clear()
}
onSignOut(cancelLockQuestions)
