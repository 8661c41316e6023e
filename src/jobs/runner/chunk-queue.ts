/** Items of one request, and how often they were sent before without an answer. */
export type Chunk<Item> = { readonly items: readonly Item[]; readonly tries: number }

/** The two halves of a chunk that was refused as a whole. */
export const splitInHalf = <Item>(items: readonly Item[]): Chunk<Item>[] => {
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)].map((half) => ({ items: half, tries: 0 }))
}

/** The chunks of one stage. Iterating takes them out; chunks that are put back are taken next. */
export class ChunkQueue<Item> implements Iterable<Chunk<Item>> {
  readonly #chunks: Chunk<Item>[]
  readonly #maxItems: () => number

  /** `maxItems` is asked before each chunk: the service may have said meanwhile that it takes fewer. */
  constructor(items: readonly Item[], maxItems: () => number) {
    this.#chunks = [{ items, tries: 0 }]
    this.#maxItems = maxItems
  }

  putBack(chunks: readonly Chunk<Item>[]): void {
    this.#chunks.unshift(...chunks)
  }

  /** Unlike a generator's, this iterator goes on after its end when chunks have been put back. */
  [Symbol.iterator](): Iterator<Chunk<Item>> {
    return {
      next: () => {
        const value = this.#take()
        return value ? { done: false, value } : { done: true, value: undefined }
      },
    }
  }

  #take(): Chunk<Item> | undefined {
    const next = this.#chunks.shift()
    if (next?.items.length === 0) return this.#take()
    const maxItems = this.#maxItems()
    if (!next || next.items.length <= maxItems) return next
    this.#chunks.unshift({ ...next, items: next.items.slice(maxItems) })
    return { ...next, items: next.items.slice(0, maxItems) }
  }
}
