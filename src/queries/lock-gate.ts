import { Code } from '#src/contract/codes.ts'
import { ApiError, BatchError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import { type LockConflict, serviceOperations } from '#src/contract/lock.ts'
import { parseUri } from '#src/contract/uri.ts'
import { LockSessionHandle } from '#src/stores/lock-session-handle.ts'
import type { Operation } from '#src/lib/operation.ts'
import { LockCancelledError, type LockEntry } from '#src/stores/lock-sessions.ts'
import { showToast } from '#src/stores/toasts.ts'
import { releaseLocks } from './locks.ts'

/** What holds a lock only as long as a request takes is gone before a user could read about it, in ms. */
const quietPause = 350
/** Pauses of a wait in the tray, in ms: growing, capped, jittered. */
const firstPause = 3_000
const longestPause = 60_000
const pauseBefore = (attempt: number): number =>
  Math.min(firstPause * 1.6 ** attempt, longestPause) * (0.8 + Math.random() * 0.4)

/** A conflict and the requested item that it stops, where the service said so. */
export type FoundLock = { conflict: LockConflict; item?: { uri: string; name: string } | undefined }

/** Whether the address says no more about the item than the id that it has in the trash. */
function isOnlyAnId(path: string, item: { uri: string } | undefined): boolean {
  if (!item) return false
  try {
    const { host, segments } = parseUri(item.uri)
    const found = parseUri(path)
    return host === 'trash' && (found.host === 'trash' || found.segments.at(-1) === segments.at(-1))
  } catch {
    return true
  }
}

/** The list of the dialog: what is locked, once each, however many items it stops. */
export function lockEntries(found: readonly FoundLock[]): LockEntry[] {
  const entries = new Map<string, LockEntry>()
  for (const [at, { conflict, item }] of found.entries()) {
    const { path, token, owner, type } = conflict
    const key = token ?? (path ? `${path} ${owner?.application?.type ?? ''}` : `#${at}`)
    if (entries.has(key)) continue
    const isNamedByItem = item && (!path || isOnlyAnId(path, item))
    entries.set(key, {
      key,
      path: isNamedByItem ? undefined : path || undefined,
      itemName: isNamedByItem ? item.name : undefined,
      token: token || undefined,
      holder: owner ?? undefined,
      type,
    })
  }
  return [...entries.values()]
}

const isShortLived = (found: readonly FoundLock[]): boolean =>
  found.length > 0 &&
  found.every(({ conflict }) => serviceOperations.has(conflict.owner?.application?.type ?? ''))

/** The locks of one operation, from the first conflict to its end. */
export class LockGate {
  readonly #session: LockSessionHandle
  readonly #operation: Operation
  #hasRetriedQuietly = false
  #waits = 0
  /** The user said that what turns up next may be unlocked too. */
  #unlocksRest = false

  constructor(operation: Operation, canSkip = false) {
    this.#operation = operation
    this.#session = new LockSessionHandle(operation, canSkip)
  }

  /**
   * After a conflict: resolves when it is time to send again, or to go on without what is locked. Throws
   * {@link LockCancelledError}. `stopped` is the part of the operation that is stopped, for the words about it.
   */
  async pass(found: readonly FoundLock[], stopped = this.#operation): Promise<'retry' | 'skip'> {
    this.#session.about(stopped)
    if (!this.#hasRetriedQuietly && isShortLived(found)) {
      this.#hasRetriedQuietly = true
      await new Promise((resolve) => setTimeout(resolve, quietPause * (0.8 + Math.random() * 0.4)))
      return 'retry'
    }
    const entries = lockEntries(found)
    if (this.#session.isLeaving) throw new LockCancelledError(this.#operation)
    if (this.#session.isWaiting) {
      const woken = await this.#session.pause(entries, pauseBefore(this.#waits++))
      if (woken === 'cancel') throw new LockCancelledError(this.#operation)
      if (woken !== 'show') return 'retry'
    }
    const tokens = entries.flatMap(({ token }) => (token ? [token] : []))
    let error: Error | undefined
    if (this.#unlocksRest && tokens.length === entries.length && tokens.length > 0) {
      error = await this.#release(tokens)
      if (!error) return 'retry'
    }
    return this.#ask(entries, error)
  }

  async #ask(entries: readonly LockEntry[], failure?: Error): Promise<'retry' | 'skip'> {
    for (let error = failure; ;) {
      const decision = await this.#session.ask(entries, error)
      if (decision.go === 'cancel') throw new LockCancelledError(this.#operation)
      if (decision.go === 'wait') {
        this.#waits = 0
        const woken = await this.#session.pause(entries, pauseBefore(this.#waits++))
        if (woken === 'cancel') throw new LockCancelledError(this.#operation)
        if (woken === 'show') continue
        return 'retry'
      }
      if (decision.go === 'skip') {
        this.#session.work()
        return 'skip'
      }
      if (decision.go === 'unlock') {
        this.#unlocksRest = decision.isForRest
        error = await this.#release(decision.tokens)
        if (error) continue
      } else this.#session.work()
      return 'retry'
    }
  }

  /** Unlocks. What is already free is no failure; what went wrong otherwise comes back. */
  async #release(tokens: readonly string[]): Promise<Error | undefined> {
    this.#session.work()
    try {
      await releaseLocks(tokens)
      return undefined
    } catch (error) {
      // An empty 500 may have unlocked all the same (realserver.md §0): the operation itself tells.
      if (error instanceof TransportError && error.status === 500) return undefined
      if (this.#session.isLeaving) throw new LockCancelledError(this.#operation)
      if (error instanceof ApiError || error instanceof TransportError) return error
      throw error
    }
  }

  /** The operation has ended. One that waited unseen says that it went through. */
  close(isDone: boolean): void {
    if (isDone && this.#session.isWaiting) {
      showToast({ kind: 'done', key: 'freed', values: { operation: this.#operation } })
    }
    this.#session.close()
  }
}

/** The locks in an error, at the top or inside a batch; undefined when there are none. */
function locksIn(error: unknown): FoundLock[] | undefined {
  if (error instanceof LockConflictError) return error.conflicts.map((conflict) => ({ conflict }))
  if (!(error instanceof BatchError) || error.code !== Code.batchIncomplete) return undefined
  const nested = [...error.failures.values()]
  const isLocked = nested.length > 0 && nested.every((inner) => inner instanceof LockConflictError)
  return isLocked ? nested.flatMap((inner) => locksIn(inner) ?? []) : undefined
}

/**
 * A write of one thing that waits at locks: it sends, asks when something is locked, and sends again. The caller sees
 * one pending promise, however many rounds it takes. Rejects with {@link LockCancelledError} when the user gives up.
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
        const found = locksIn(error)
        if (!found) throw error
        await gate.pass(found)
      }
    }
  } finally {
    gate.close(isDone)
  }
}
