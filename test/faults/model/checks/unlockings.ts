/* How often what the user has agreed to unlock is unlocked, where its holder locks it again at once. */

/** With "also unlock others found on the way" a lock is unlocked this often before the user is asked again. */
const maxUnlocks = 3
/** At least as long, in ms, are the pauses before it is unlocked for the second and for the third time. */
const pausesMs = [400, 1_200]

export class Unlockings {
  /** By the id of the item: when, in ms, and how many answers there had been by then. */
  readonly #times = new Map<string, { at: number; answers: number }[]>()
  #answers: { readonly alsoOthers: boolean }[] = []

  noteAnswer(alsoOthers: boolean): void {
    this.#answers.push({ alsoOthers })
  }

  /** Called when these items have been unlocked in one request; one of them may have had several locks. */
  note(ids: readonly string[]): void {
    for (const id of new Set(ids)) {
      const known = this.#times.get(id) ?? []
      known.push({ at: Date.now(), answers: this.#answers.length })
      this.#times.set(id, known)
    }
  }

  /** Whether it has been unlocked at any time. */
  hasUnlocked(id: string): boolean {
    return this.#times.has(id)
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
