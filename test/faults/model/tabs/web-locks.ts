/* Web Locks, which jsdom lacks: exclusive ones, shared by the tabs of a test. */

type Options = { readonly ifAvailable?: boolean }
type Callback = (lock: { readonly name: string } | null) => unknown

export class WebLocks {
  readonly #held = new Map<string, object>()
  readonly #waiting = new Map<string, (() => void)[]>()

  readonly request = async (name: string, ...rest: [Callback] | [Options, Callback]) => {
    const callback = rest.at(-1) as Callback
    const { ifAvailable = false } = rest.length > 1 ? (rest[0] as Options) : {}
    while (this.#held.has(name)) {
      if (ifAvailable) return callback(null)
      await new Promise<void>((resolve) => {
        this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), resolve])
      })
    }
    const grant = {}
    this.#held.set(name, grant)
    try {
      return await callback({ name })
    } finally {
      if (this.#held.get(name) === grant) this.free(name)
    }
  }

  readonly query = async () => ({ held: [...this.#held.keys()].map((name) => ({ name })) })

  /** The tab that holds it is closed. */
  free(name: string): void {
    this.#held.delete(name)
    for (const resolve of this.#waiting.get(name) ?? []) resolve()
    this.#waiting.delete(name)
  }

  get names(): string[] {
    return [...this.#held.keys()]
  }
}
