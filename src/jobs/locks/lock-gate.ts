import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, BatchError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import { serviceOperations } from '#src/contract/service-operations.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import type { Operation } from '#src/lib/operation.ts'
import { type ItemLock, toLockEntries } from './lock-entries.ts'
import { LockSessionHandle } from './lock-question-handle.ts'
import { LockCancelledError, type LockEntry } from './lock-questions.ts'
import { releaseLocks } from './release-locks.ts'

/** A lock that the service holds for the length of a request is gone after this time, in ms. */
const quietRetryDelayMs = 350
/** Delays between retries while waiting in the tray, in ms: growing, limited, with jitter. */
const firstRetryDelayMs = 3_000
const maxRetryDelayMs = 60_000
const withJitter = (ms: number): number => ms * (0.8 + Math.random() * 0.4)
const retryDelayMs = (attempt: number): number =>
  withJitter(Math.min(firstRetryDelayMs * 1.6 ** attempt, maxRetryDelayMs))

const isShortLived = (locks: readonly ItemLock[]): boolean =>
  locks.length > 0 &&
  locks.every(({ conflict }) => serviceOperations.has(conflict.owner?.application?.type ?? ''))

type LockGateOptions = {
  /** Whether the operation can go on without what is locked. */
  readonly canSkip?: boolean
  /** Cancels the question, or the wait. */
  readonly stop?: AbortSignal
  /** Called whenever it begins to wait in the tray. */
  readonly onWait?: () => void
}

/** Deals with the locks of one operation, from the first conflict to its end. */
export class LockGate {
  readonly #session: LockSessionHandle
  readonly #operation: Operation
  readonly #onWait: (() => void) | undefined
  #hasRetriedQuietly = false
  #waits = 0
  /** The user has agreed to unlock further locks of the operation without being asked. */
  #unlocksRest = false

  constructor(operation: Operation, { canSkip = false, stop, onWait }: LockGateOptions = {}) {
    this.#operation = operation
    this.#session = new LockSessionHandle(operation, canSkip)
    this.#onWait = onWait
    stop?.addEventListener('abort', () => this.#session.cancel(), { once: true })
  }

  get sessionId(): number {
    return this.#session.id
  }

  /** Whether the user has chosen to wait; true during the retries as well. */
  get isWaiting(): boolean {
    return this.#session.isWaiting
  }

  /**
   * After a conflict: resolves when it is time to send again, or to continue without the locked items. Throws
   * {@link LockCancelledError}. `stopped` describes the part of the operation that the locks stop.
   */
  async pass(locks: readonly ItemLock[], stopped = this.#operation): Promise<'retry' | 'skip'> {
    this.#session.setOperation(stopped)
    if (!this.#hasRetriedQuietly && isShortLived(locks)) {
      this.#hasRetriedQuietly = true
      await new Promise((resolve) => setTimeout(resolve, withJitter(quietRetryDelayMs)))
      return 'retry'
    }
    const entries = toLockEntries(locks)
    if (this.#session.isCancelling) throw new LockCancelledError(this.#operation)
    if (this.#session.isWaiting) {
      const wakeUp = await this.#waitInTray(entries)
      if (wakeUp === 'cancel') throw new LockCancelledError(this.#operation)
      if (wakeUp !== 'show') return 'retry'
    }
    const tokens = entries.flatMap(({ token }) => (token ? [token] : []))
    let error: Error | undefined
    if (this.#unlocksRest && tokens.length === entries.length && tokens.length > 0) {
      error = await this.#release(tokens)
      if (!error) return 'retry'
    }
    return this.#ask(entries, error)
  }

  #waitInTray(entries: readonly LockEntry[]) {
    const wakeUp = this.#session.waitInTray(entries, retryDelayMs(this.#waits++))
    this.#onWait?.()
    return wakeUp
  }

  async #ask(entries: readonly LockEntry[], failure?: Error): Promise<'retry' | 'skip'> {
    for (let error = failure; ;) {
      const decision = await this.#session.ask(entries, error)
      if (decision.action === 'cancel') throw new LockCancelledError(this.#operation)
      if (decision.action === 'wait') {
        this.#waits = 0
        const wakeUp = await this.#waitInTray(entries)
        if (wakeUp === 'cancel') throw new LockCancelledError(this.#operation)
        if (wakeUp === 'show') continue
        return 'retry'
      }
      if (decision.action === 'skip') {
        this.#session.setWorking('skip')
        return 'skip'
      }
      if (decision.action === 'unlock') {
        this.#unlocksRest = decision.appliesToRest
        error = await this.#release(decision.tokens)
        if (error) continue
      } else this.#session.setWorking('retry')
      return 'retry'
    }
  }

  /** Releases locks. Returns the error when it failed; a lock that is gone already is no failure. */
  async #release(tokens: readonly string[]): Promise<Error | undefined> {
    this.#session.setWorking('unlock')
    try {
      await releaseLocks(tokens)
      return undefined
    } catch (error) {
      // An empty 500 may have released the locks all the same (docs/protocol.md §7.6); the next attempt shows.
      if (error instanceof TransportError && error.status === 500) return undefined
      if (this.#session.isCancelling) throw new LockCancelledError(this.#operation)
      if (error instanceof ApiError || error instanceof TransportError) return error
      throw error
    }
  }

  /** Call when the operation has ended. One that waited in the tray shows a toast when it has succeeded. */
  close(isDone: boolean): void {
    if (isDone && this.#session.isWaiting) {
      showToast({ kind: 'done', key: 'doneAfterWaiting', values: { operation: this.#operation } })
    }
    this.#session.close()
  }
}

/** The locks in an error: its own, or those of a batch of which every failure is a lock. Undefined when there are none. */
function locksIn(error: unknown): ItemLock[] | undefined {
  if (error instanceof LockConflictError) return error.conflicts.map((conflict) => ({ conflict }))
  if (!(error instanceof BatchError) || error.code !== ErrorCode.batchIncomplete) return undefined
  const nested = [...error.failures.values()]
  const isLocked = nested.length > 0 && nested.every((inner) => inner instanceof LockConflictError)
  return isLocked ? nested.flatMap((inner) => locksIn(inner) ?? []) : undefined
}

/**
 * Sends a write of one item, asks the user when something is locked, and sends again. The caller sees one pending promise
 * for all attempts. Rejects with {@link LockCancelledError} when the user cancels.
 */
export async function throughLockGate<D>(
  operation: Operation,
  sendOnce: () => Promise<D>,
): Promise<D> {
  const gate = new LockGate(operation)
  let isDone = false
  try {
    for (;;) {
      try {
        const data = await sendOnce()
        isDone = true
        return data
      } catch (error) {
        const locks = locksIn(error)
        if (!locks) throw error
        await gate.pass(locks)
      }
    }
  } finally {
    gate.close(isDone)
  }
}
