import type { LockConflictError } from '#src/contract/errors.ts'
import type { LockConflict } from '#src/contract/lock.ts'
import type { ItemLockConflict } from '#src/jobs/locks/lock-question.ts'
import type { JobItem, JobResult, FailedItem } from '#src/jobs/store/job.ts'

export type ItemOutcome =
  | { readonly state: 'waiting' }
  /** Under way, or its answer is lost. */
  | { readonly state: 'sent' }
  | { readonly state: 'done' }
  /** `isUnknown`: it may have been done all the same. `isSkipped`: the user leaves it as it is. */
  | {
      readonly state: 'failed'
      readonly error: Error
      readonly isUnknown?: boolean
      readonly isSkipped?: boolean | undefined
    }
  | { readonly state: 'locked'; readonly error: LockConflictError }
  /** Locked, and left as it is by the user: that is settled, unlike what was given up. */
  | { readonly state: 'skipped'; readonly error: LockConflictError }

export const waitingOutcome: ItemOutcome = { state: 'waiting' }

/** What became of each item of a job: every item has exactly one outcome at any time. */
export class ItemOutcomes<Item extends JobItem> {
  readonly items: readonly Item[]
  readonly #indexes: ReadonlyMap<Item, number>
  readonly #outcomes: ItemOutcome[]
  readonly #counts: Record<ItemOutcome['state'], number> = {
    waiting: 0,
    sent: 0,
    done: 0,
    failed: 0,
    locked: 0,
    skipped: 0,
  }

  /** `restored` are the outcomes from before a reload, by index. */
  constructor(items: readonly Item[], restored: readonly (ItemOutcome | undefined)[] = []) {
    this.items = items
    this.#indexes = new Map(items.map((item, index) => [item, index]))
    this.#outcomes = items.map((_, index) => restored[index] ?? waitingOutcome)
    for (const { state } of this.#outcomes) this.#counts[state]++
  }

  get counts(): Readonly<Record<ItemOutcome['state'], number>> {
    return this.#counts
  }

  of(item: Item): ItemOutcome {
    return this.#outcomes[this.#indexes.get(item) ?? -1] ?? waitingOutcome
  }

  set(items: readonly Item[], outcome: ItemOutcome): number[] {
    return items.flatMap((item) => {
      const index = this.#indexes.get(item)
      if (index === undefined) return []
      this.#counts[this.of(item).state]--
      this.#counts[outcome.state]++
      this.#outcomes[index] = outcome
      return [index]
    })
  }

  withState(state: ItemOutcome['state']): Item[] {
    return this.#counts[state] === 0
      ? []
      : this.items.filter((_, index) => this.#outcomes[index]?.state === state)
  }

  /** Those of these of which nobody could tell whether they are done. */
  unknownAmong(ids: ReadonlySet<string>): Item[] {
    return this.items.filter((item) => {
      const outcome = this.of(item)
      return ids.has(item.id) && outcome.state === 'failed' && outcome.isUnknown
    })
  }

  /** The items that are still to be sent, or of which it is not known yet what became of them. */
  open(): Item[] {
    const states: readonly ItemOutcome['state'][] = ['waiting', 'sent', 'locked']
    return this.items.filter((item) => states.includes(this.of(item).state))
  }

  result(): JobResult<Item> {
    const failed: FailedItem<Item>[] = []
    const lists: Record<'done' | 'locked' | 'left', Item[]> = { done: [], locked: [], left: [] }
    const locks = new Map<string, readonly LockConflict[]>()
    for (const [index, item] of this.items.entries()) {
      const outcome = this.#outcomes[index] ?? waitingOutcome
      const isLocked = outcome.state === 'locked' || outcome.state === 'skipped'
      if (isLocked) locks.set(item.id, outcome.error.conflicts)
      if (outcome.state === 'failed') {
        const { error, isUnknown } = outcome
        failed.push({ item, error, ...(isUnknown && { isUnknown }) })
      } else if (outcome.state === 'done') lists.done.push(item)
      else if (isLocked) lists.locked.push(item)
      else lists.left.push(item)
    }
    return { ...lists, failed, locks }
  }
}

/** The locks that stop an item, for the lock dialog; one without details when the service named none. */
export function lockConflictsOfOutcome(item: JobItem, outcome: ItemOutcome): ItemLockConflict[] {
  if (outcome.state !== 'locked') return []
  const { conflicts } = outcome.error
  return conflicts.length === 0
    ? [{ conflict: { type: -1 }, item }]
    : conflicts.map((conflict) => ({ conflict, item }))
}
