import { foldText } from '#src/lib/names/text-search.ts'

/** A pause of this length starts a new search, in ms. */
const pauseMs = 700

/** Finds an entry by the letters with which its name starts, as they are typed. */
export class TypeAhead {
  #text = ''
  #typedAt = -Infinity

  /** Whether a letter typed now begins a new search. */
  isNew({ timeStamp }: { readonly timeStamp: number }): boolean {
    return timeStamp - this.#typedAt > pauseMs
  }

  /** The next letter begins a new search. */
  end(): void {
    this.#typedAt = -Infinity
  }

  /**
   * The index of the first of `count` entries, from the current one on and then from the beginning, whose name starts with
   * what has been typed; one letter searches after the current entry, further ones may match that too.
   */
  find(
    event: { readonly key: string; readonly timeStamp: number },
    current: number,
    count: number,
    nameAt: (index: number) => string | undefined,
  ): number | undefined {
    const isNew = this.isNew(event)
    this.#text = foldText((isNew ? '' : this.#text) + event.key)
    this.#typedAt = event.timeStamp
    const from = isNew ? current + 1 : Math.max(current, 0)
    for (let step = 0; step < count; step++) {
      const index = (from + step) % count
      if (foldText(nameAt(index) ?? '').startsWith(this.#text)) return index
    }
    return undefined
  }
}
