import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, BatchError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import { shortLivedLockTypes } from '#src/contract/service-operations.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import type { Operation } from '#src/lib/operation.ts'
import { LockConversation } from './lock-conversation.ts'
import { type ItemLock, toLockEntries } from './lock-entries.ts'
import { LockCancelledError, type LockEntry } from './lock-question.ts'
import { forgetLocks, forgetLocksOn, rememberLocks, urisOfLock } from './locked-items.ts'
import { releaseLocks } from './release-locks.ts'

/** A lock that the service holds for the length of a request is gone after this time, in ms. */
const quietRetryDelayMs = 350
/** Delays between retries while waiting in the tray, in ms: growing, limited, with jitter. */
const firstRetryDelayMs = 3_000
const maxRetryDelayMs = 60_000
const withJitter = (ms: number): number => ms * (0.8 + Math.random() * 0.4)
const retryDelayMs = (attempt: number): number =>
  withJitter(Math.min(firstRetryDelayMs * 1.6 ** attempt, maxRetryDelayMs))

/** A holder may lock again at once: the same lock is unlocked this often before the user is asked again. */
const maxUnlocks = 3
/** Before a lock that was unlocked before is unlocked again, in ms: growing. */
const unlockPauseMs = (unlocks: number): number => (unlocks === 0 ? 0 : 500 * 3 ** (unlocks - 1))

/** What stays the same of a lock when its holder takes it again; its token does not. */
const lockName = ({ path, itemName, holder }: LockEntry): string =>
  JSON.stringify([path, itemName, holder])

const isShortLived = (locks: readonly ItemLock[]): boolean =>
  locks.length > 0 &&
  locks.every(({ conflict }) => shortLivedLockTypes.has(conflict.owner?.application?.type ?? ''))

type LockConflictOptions = {
  /** Whether the operation can go on without what is locked. */
  readonly canSkip?: boolean
  /** Cancels the question, or the wait. */
  readonly stop?: AbortSignal
  /** The URI of the one item that it writes to. */
  readonly uri?: string | undefined
  /** Called whenever it begins to wait in the tray. */
  readonly onWait?: () => void
}

/** Deals with the locks of one operation, from the first conflict to its end. */
export class LockConflictResolver {
  readonly #conversation: LockConversation
  readonly #operation: Operation
  readonly #onWait: (() => void) | undefined
  readonly #stop: AbortSignal | undefined
  readonly #uri: string | undefined
  #hasRetriedQuietly = false
  /** What the locks that were met last are on, and what they stop. */
  #lockedUris: readonly string[] = []
  #waits = 0
  /** The user has agreed to unlock further locks of the operation without being asked. */
  #unlocksRest = false
  /** How often each lock has been unlocked since the user agreed to that, by its name. */
  readonly #unlocks = new Map<string, number>()

  constructor(
    operation: Operation,
    { canSkip = false, stop, uri, onWait }: LockConflictOptions = {},
  ) {
    this.#operation = operation
    this.#conversation = new LockConversation(operation, canSkip)
    this.#onWait = onWait
    this.#stop = stop
    this.#uri = uri
    stop?.addEventListener('abort', () => this.#conversation.cancel(), { once: true })
  }

  get questionId(): number {
    return this.#conversation.id
  }

  /** Whether the user has chosen to wait; true during the retries as well. */
  get isWaiting(): boolean {
    return this.#conversation.isWaiting
  }

  /**
   * After a conflict: resolves when it is time to send again, or to continue without the locked items. Throws
   * {@link LockCancelledError}. `stopped` describes the part of the operation that the locks stop.
   */
  async resolveConflict(
    locks: readonly ItemLock[],
    stopped = this.#operation,
  ): Promise<'retry' | 'skip'> {
    this.#conversation.setOperation(stopped)
    if (!this.#hasRetriedQuietly && isShortLived(locks)) {
      this.#hasRetriedQuietly = true
      await new Promise((resolve) => setTimeout(resolve, withJitter(quietRetryDelayMs)))
      return 'retry'
    }
    this.#remember(locks)
    const entries = toLockEntries(locks)
    if (this.#conversation.isCancelling) throw new LockCancelledError(this.#operation)
    if (this.#conversation.isWaiting) {
      const { action } = await this.#waitInTray(entries)
      if (action === 'cancel') throw new LockCancelledError(this.#operation)
      if (action !== 'show') return 'retry'
    }
    if (!this.#mayUnlock(entries)) return this.#ask(entries)
    const error = await this.#unlockAgain(entries)
    return error ? this.#ask(entries, error) : 'retry'
  }

  /** What was locked the last time and is not any more is free. */
  #remember(locks: readonly ItemLock[]): void {
    forgetLocksOn(this.#lockedUris)
    const uris = this.#uri === undefined ? [] : [this.#uri]
    this.#lockedUris = [...uris, ...locks.flatMap(urisOfLock)]
    rememberLocks(locks, uris)
  }

  /** Whether the user has agreed to unlock these too, and no holder has locked the same again too often. */
  #mayUnlock(entries: readonly LockEntry[]): boolean {
    return (
      this.#unlocksRest &&
      entries.length > 0 &&
      entries.every((entry) => entry.token !== undefined && this.#unlocksOf(entry) < maxUnlocks)
    )
  }

  #unlocksOf(entry: LockEntry): number {
    return this.#unlocks.get(lockName(entry)) ?? 0
  }

  #countUnlocks(entries: readonly LockEntry[]): void {
    for (const entry of entries) this.#unlocks.set(lockName(entry), this.#unlocksOf(entry) + 1)
  }

  async #unlockAgain(entries: readonly LockEntry[]): Promise<Error | undefined> {
    this.#conversation.setWorking('unlock')
    const pauseMs = Math.max(...entries.map((entry) => unlockPauseMs(this.#unlocksOf(entry))))
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, withJitter(pauseMs)))
    if (this.#conversation.isCancelling || this.#stop?.aborted)
      throw new LockCancelledError(this.#operation)
    this.#countUnlocks(entries)
    return this.#release(entries.flatMap(({ token }) => (token ? [token] : [])))
  }

  #waitInTray(entries: readonly LockEntry[]) {
    const decision = this.#conversation.waitInTray(entries, retryDelayMs(this.#waits++))
    this.#onWait?.()
    return decision
  }

  async #ask(entries: readonly LockEntry[], failure?: Error): Promise<'retry' | 'skip'> {
    for (let error = failure; ;) {
      const decision = await this.#conversation.askAbout(entries, error)
      if (decision.action === 'cancel') throw new LockCancelledError(this.#operation)
      if (decision.action === 'show') continue
      if (decision.action === 'wait') {
        this.#waits = 0
        const { action } = await this.#waitInTray(entries)
        if (action === 'cancel') throw new LockCancelledError(this.#operation)
        if (action === 'show') continue
        return 'retry'
      }
      if (decision.action === 'skip') {
        this.#conversation.setWorking('skip')
        return 'skip'
      }
      if (decision.action === 'unlock') {
        const { tokens } = decision
        this.#unlocksRest = decision.appliesToRest
        this.#unlocks.clear()
        this.#countUnlocks(entries.filter(({ token }) => token && tokens.includes(token)))
        error = await this.#release(tokens)
        if (error) continue
      } else this.#conversation.setWorking('retry')
      return 'retry'
    }
  }

  /** Releases locks. Returns the error when it failed; a lock that is gone already is no failure. */
  async #release(tokens: readonly string[]): Promise<Error | undefined> {
    this.#conversation.setWorking('unlock')
    try {
      await releaseLocks(tokens)
      forgetLocks(tokens)
      return undefined
    } catch (error) {
      // An empty 500 may have released the locks all the same (docs/protocol.md §7.6); the next attempt shows.
      if (error instanceof TransportError && error.status === 500) return undefined
      if (this.#conversation.isCancelling) throw new LockCancelledError(this.#operation)
      if (error instanceof ApiError || error instanceof TransportError) return error
      throw error
    }
  }

  /** Call when nothing is locked any more. */
  setFree(): void {
    forgetLocksOn(this.#lockedUris)
  }

  /** Call when the operation has ended. One that waited in the tray shows a toast when it has succeeded. */
  close(isDone: boolean): void {
    if (isDone) this.setFree()
    if (isDone && this.#conversation.isWaiting) {
      showToast({ kind: 'done', key: 'doneAfterWaiting', values: { operation: this.#operation } })
    }
    this.#conversation.close()
  }
}

/** The locks in an error: its own, or those of a job of which every failure is a lock. Undefined when there are none. */
function locksIn(error: unknown): ItemLock[] | undefined {
  if (error instanceof LockConflictError) return error.conflicts.map((conflict) => ({ conflict }))
  if (!(error instanceof BatchError) || error.code !== ErrorCode.batchIncomplete) return undefined
  const nested = [...error.failures.values()]
  const isLocked = nested.length > 0 && nested.every((inner) => inner instanceof LockConflictError)
  return isLocked ? nested.flatMap((inner) => locksIn(inner) ?? []) : undefined
}

/**
 * Sends a write of one item, asks the user when something is locked, and sends again. The caller sees one pending promise
 * for all attempts; `uri` is of what it writes to, where that is one item. Rejects with {@link LockCancelledError} when the user cancels.
 */
export async function withLockRetry<D>(
  operation: Operation,
  sendOnce: () => Promise<D>,
  uri?: string,
): Promise<D> {
  const resolver = new LockConflictResolver(operation, { uri })
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
        await resolver.resolveConflict(locks)
      }
    }
  } finally {
    resolver.close(isDone)
  }
}
