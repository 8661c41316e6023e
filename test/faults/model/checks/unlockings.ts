import { childUri, isSameOrBelow } from '#src/contract/uri.ts'
import type { Account } from '../account.ts'
import type { NamedItem, Write } from '../write.ts'
import type { Ended, History } from './history.ts'

/* How often what the user has agreed to unlock is unlocked, where its holder locks it again at once. */

/** With "also unlock others found on the way" a lock is unlocked this often before the user is asked again. */
const maxUnlocks = 3
/** At least as long, in ms, are the pauses before it is unlocked for the second and for the third time. */
const pausesMs = [400, 1_200]

/** Whether a lock at this address may stop a write there. */
const isStoppedIn = (lock: string | undefined, place: string): boolean =>
  lock === undefined || isSameOrBelow(place, lock) || isSameOrBelow(lock, place)

/** Whether it may stop a write of the item, to this folder. */
function isStoppedAt(
  lock: string | undefined,
  { uri, origin, name, wish }: NamedItem,
  folder: string | undefined,
): boolean {
  const target = folder === undefined ? [] : [childUri(folder, wish?.name ?? name)]
  return [uri, ...(origin ? [origin] : []), ...target].some((place) => isStoppedIn(lock, place))
}

/** Whether it may stop this write; that of a view has no items. */
const mayStop = (lock: string | undefined, { items, folder }: Write): boolean =>
  items.length === 0 && folder !== undefined
    ? isStoppedIn(lock, folder)
    : items.some((item) => isStoppedAt(lock, item, folder))

export class Unlockings {
  /** By the name of the lock: when, in ms, and how many answers there had been by then. */
  readonly #times = new Map<string, { at: number; answers: number }[]>()
  #answers: { readonly alsoOthers: boolean }[] = []
  /** Where locks were when they were released; undefined inside of something deleted. */
  readonly #released: {
    readonly uri: string | undefined
    readonly tick: number
    readonly isByPage: boolean
  }[] = []

  noteAnswer(alsoOthers: boolean): void {
    this.#answers.push({ alsoOthers })
  }

  /** Called when the page has had these locks released in one request; they may have been gone by then. */
  async note(account: Account, tokens: readonly string[], tick: number): Promise<void> {
    for (const uri of await account.placesLockedBy(tokens))
      this.#released.push({ uri, tick, isByPage: true })
    // An item may have had several of the same name.
    for (const name of new Set(await account.lockAgain())) {
      const known = this.#times.get(name) ?? []
      known.push({ at: Date.now(), answers: this.#answers.length })
      this.#times.set(name, known)
    }
  }

  /** Called before nobody holds anything any more, of which the page is not told. */
  async noteGone(account: Account, tick: number): Promise<void> {
    for (const uri of await account.placesLockedBy(account.service.seed.lockTokens()))
      this.#released.push({ uri, tick, isByPage: false })
  }

  /**
   * Whether a lock that may have stopped this item of the write has been released since the write began: by the page, or
   * elsewhere, which another write has found out since.
   */
  mayHaveFreed(item: NamedItem, { mutationId, folder, since }: Ended, history: History): boolean {
    return this.#released.some(
      ({ uri, tick, isByPage }) =>
        tick > since &&
        isStoppedAt(uri, item, folder) &&
        (isByPage || history.othersSince(tick, mutationId).some((write) => mayStop(uri, write))),
    )
  }

  /** What is wrong, in words. */
  check(): string[] {
    const wrong: string[] = []
    for (const [id, times] of this.#times) {
      const agreed = this.#answers.reduce(
        (sum, { alsoOthers }) => sum + (alsoOthers ? maxUnlocks : 1),
        0,
      )
      if (times.length > agreed)
        wrong.push(`${id} was unlocked ${times.length} times, and the user agreed to ${agreed}`)
      // With further answers, another operation may have been the one that unlocked it.
      const first = times.filter(({ answers }) => answers === 1)
      for (const [at, pauseMs] of pausesMs.entries()) {
        const [one, next] = first.slice(at, at + 2)
        if (one && next && next.at - one.at < pauseMs)
          wrong.push(`${id} was unlocked again after ${next.at - one.at} ms`)
      }
    }
    return wrong
  }
}
