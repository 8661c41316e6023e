import { removeLocksByToken } from '#src/api/locks.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode, TransportError } from '#src/contract/errors.ts'
import { singleRequestLockTypes } from '#src/contract/single-request-lock-types.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { RepeatableQuestion } from '#src/jobs/questions/questions.ts'
import type { Operation } from '#src/lib/operation.ts'
import { waitWhileVisibleAndOnline } from '#src/platform/wait-while-visible-and-online.ts'
import {
  type ItemLockConflict,
  LockCancelledError,
  type LockAnswer,
  type LockEntry,
  type LockQuestionContent,
  lockQuestion,
  toLockEntries,
} from './lock-question.ts'
import {
  forgetLocksByKey,
  forgetLocksByToken,
  type LockableItem,
  rememberLocks,
} from './locked-items.ts'

/** A lock that the service holds for the length of a request is gone after this time, in ms. */
const quietRetryDelayMs = 350
/** Delays between retries while waiting in the tray, in ms: growing, limited, with jitter. */
const firstRetryDelayMs = 3_000
const maxRetryDelayMs = 60_000
const withJitter = (ms: number): number => ms * (0.8 + Math.random() * 0.4)
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, withJitter(ms)))
const retryDelayMs = (attempt: number): number =>
  withJitter(Math.min(firstRetryDelayMs * 1.6 ** attempt, maxRetryDelayMs))

/** A holder may lock again at once: the same lock is unlocked this often before the user is asked again. */
const maxUnlocks = 3
/** Before a lock that was unlocked before is unlocked again, in ms: growing. */
const unlockPauseMs = (unlocks: number): number => (unlocks === 0 ? 0 : 500 * 3 ** (unlocks - 1))

/** What stays the same of a lock when its holder takes it again; its token does not. */
const lockName = ({ path, itemName, itemOrigin, holder }: LockEntry): string =>
  JSON.stringify([path, itemName, itemOrigin, holder])

const isShortLived = (locks: readonly ItemLockConflict[]): boolean =>
  locks.length > 0 &&
  locks.every(({ conflict }) => singleRequestLockTypes.has(conflict.owner?.application?.type ?? ''))

export type LockConflictOptions = {
  /** Whether the operation can go on without what is locked. */
  readonly canSkip?: boolean
  /** Cancels the question, or the wait. */
  readonly stop?: AbortSignal
  /** The one item that it writes to. */
  readonly item?: LockableItem | undefined
  /** Whether its success has a message of its own. */
  readonly showsSuccess?: boolean | undefined
  /** Of several items, those that have failed for another reason than a lock. */
  readonly failed?: () => readonly { readonly id: string }[]
  /** Called whenever it begins to wait in the tray. */
  readonly onWait?: () => void
}

/** What the user, or the time in the tray, has decided about locks other than to give up. */
type Choice = Exclude<LockAnswer, { readonly action: 'cancel' }>

export class LockConflictResolver {
  readonly #conversation = new RepeatableQuestion(lockQuestion)
  readonly #operation: Operation
  readonly #options: LockConflictOptions
  #shown: LockQuestionContent
  #hasRetriedQuietly = false
  /** What the locks that were met last are on, and what they stop, by the keys of their marks. */
  #lockedKeys: readonly string[] = []
  #waits = 0
  /** The user has agreed to unlock further locks of the operation without being asked. */
  #unlocksRest = false
  /** How often each lock has been unlocked since the user agreed to that, by its name. */
  readonly #unlocks = new Map<string, number>()

  constructor(operation: Operation, options: LockConflictOptions = {}) {
    this.#operation = operation
    this.#options = options
    this.#shown = {
      operation,
      entries: [],
      round: 0,
      nextTry: undefined,
      work: undefined,
      canSkip: options.canSkip ?? false,
      error: undefined,
      uri: options.item?.uri,
    }
    options.stop?.addEventListener('abort', () => this.#conversation.cancel(), { once: true })
  }

  get questionId(): number {
    return this.#conversation.id
  }

  /** Whether the user has chosen to wait; true during the retries as well. */
  get isWaiting(): boolean {
    return this.#conversation.state === 'aside'
  }

  /**
   * After a conflict: resolves when it is time to send again, or to continue without the locked items. Throws
   * {@link LockCancelledError}. `stopped` describes the part of the operation that the locks stop.
   */
  async resolveConflict(
    locks: readonly ItemLockConflict[],
    stopped = this.#operation,
  ): Promise<'retry' | 'skip'> {
    this.#show({ operation: stopped })
    const isQuiet = !this.#hasRetriedQuietly && isShortLived(locks)
    if (!isQuiet) this.#remember(locks)
    this.#throwIfCancelled()
    if (isQuiet) {
      this.#hasRetriedQuietly = true
      await delay(quietRetryDelayMs)
      this.#throwIfCancelled()
      return 'retry'
    }
    const entries = toLockEntries(locks)
    if (this.isWaiting && (await this.#waitInTray(entries)) !== 'show') return 'retry'
    if (!this.#mayUnlock(entries)) return this.#ask(entries)
    const error = await this.#unlockAgain(entries)
    return error ? this.#ask(entries, error) : 'retry'
  }

  #show(part: Partial<LockQuestionContent>): LockQuestionContent {
    this.#shown = { ...this.#shown, ...part }
    return this.#shown
  }

  /** Keeps the dialog busy while the answer is carried out. */
  #showWorking(work: LockQuestionContent['work']): void {
    const shown = this.#show({ work, error: undefined })
    if (this.#conversation.state !== undefined) this.#conversation.show(shown, 'busy')
  }

  #throwIfCancelled(isUnlocked = false): void {
    if (this.#conversation.state === 'cancelled' || this.#options.stop?.aborted)
      throw new LockCancelledError(this.#operation, isUnlocked)
  }

  #chosen(decision: LockAnswer): Choice {
    if (decision.action === 'cancel') throw new LockCancelledError(this.#operation)
    return decision
  }

  /** What was locked the last time and is not any more is free. */
  #remember(locks: readonly ItemLockConflict[]): void {
    const { item } = this.#options
    const keys = new Set(rememberLocks(locks, item ? [item] : []))
    const before = this.#lockedKeys.filter((key) => !keys.has(key))
    forgetLocksByKey(before, this.#options.failed?.())
    this.#lockedKeys = [...keys]
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
    this.#showWorking('unlock')
    const pauseMs = Math.max(...entries.map((entry) => unlockPauseMs(this.#unlocksOf(entry))))
    if (pauseMs > 0) await delay(pauseMs)
    this.#throwIfCancelled()
    this.#countUnlocks(entries)
    return this.#release(entries.flatMap(({ token }) => (token ? [token] : [])))
  }

  async #waitInTray(entries: readonly LockEntry[]): Promise<Choice['action']> {
    const stop = new AbortController()
    const conversation = this.#conversation
    const answered = conversation.ask(this.#show({ work: undefined, entries }), 'aside')
    const passed = waitWhileVisibleAndOnline(retryDelayMs(this.#waits++), stop.signal, (nextTry) =>
      conversation.update(this.#show({ nextTry })),
    )
    this.#options.onWait?.()
    try {
      const retry = passed.then((): LockAnswer => ({ action: 'retry' }))
      return this.#chosen(await Promise.race([answered, retry])).action
    } finally {
      stop.abort()
      conversation.show(this.#show({ nextTry: undefined }), 'aside')
    }
  }

  /** Asks in the dialog until something can be done. With `failure`, unlocking failed: the same list is shown again. */
  async #ask(entries: readonly LockEntry[], failure?: Error): Promise<'retry' | 'skip'> {
    for (let error = failure; ;) {
      const { round } = this.#shown
      const next = error ? Math.max(round, 1) : round + 1
      const shown = this.#show({ entries, round: next, work: undefined, error })
      const choice = this.#chosen(await this.#conversation.ask(shown))
      if (choice.action === 'wait') {
        this.#waits = 0
        error = undefined
        if ((await this.#waitInTray(entries)) !== 'show') return 'retry'
      } else if (choice.action === 'unlock') {
        const { tokens } = choice
        this.#unlocksRest = choice.appliesToRest
        this.#unlocks.clear()
        this.#countUnlocks(entries.filter(({ token }) => token && tokens.includes(token)))
        error = await this.#release(tokens)
        if (!error) return 'retry'
      } else if (choice.action !== 'show') {
        this.#showWorking(choice.action)
        return choice.action
      }
    }
  }

  /** Releases locks. Returns the error when it failed; a lock that is gone already is no failure. */
  async #release(tokens: readonly string[]): Promise<Error | undefined> {
    this.#showWorking('unlock')
    try {
      await releaseLocks(tokens)
    } catch (error) {
      this.#throwIfCancelled()
      // An empty 500 may have released the locks all the same (docs/protocol.md §7.6); the next attempt shows.
      if (error instanceof TransportError && error.status === 500) return undefined
      if (error instanceof ApiError || error instanceof TransportError) return error
      throw error
    }
    forgetLocksByToken(tokens)
    this.#throwIfCancelled(true)
    return undefined
  }

  setFree(): void {
    forgetLocksByKey(this.#lockedKeys, this.#options.failed?.())
  }

  /**
   * Call when the operation has ended. One that waited in the tray shows a toast when it has succeeded, and so does one
   * that was cancelled too late, unless it has a message of its own.
   */
  close(isDone: boolean): void {
    if (isDone) this.setFree()
    const isExpected = !this.isWaiting && this.#conversation.state !== 'cancelled'
    if (isDone && !isExpected && !this.#options.showsSuccess) {
      showToast({ kind: 'done', key: 'doneAfterWaiting', values: { operation: this.#operation } })
    }
    this.#conversation.close()
  }
}

/**
 * Releases locks, outside of the lock retry. The service accepts all tokens or none, so a list with a token that is gone
 * is released one by one; a lock that is gone counts as released.
 */
async function releaseLocks(tokens: readonly string[]): Promise<void> {
  const distinct = [...new Set(tokens)]
  if (distinct.length === 0) return
  try {
    await removeLocksByToken(distinct)
  } catch (error) {
    if (!hasErrorCode(error, ErrorCode.invalidParameters)) throw error
    if (distinct.length > 1) for (const token of distinct) await releaseLocks([token])
  }
}
