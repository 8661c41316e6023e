import { isTransient, retryDelay } from '#src/api/transient-errors.ts'

/** `next` says how to ask for the next page and is absent on the last one. */
export type Page<Row, Param, Head = unknown> = {
  /**
   * It has the rows, or a function that parses them. Rows of each page but the first, which is shown at once, are
   * parsed after the next one has been requested.
   */
  rows: readonly Row[] | (() => readonly Row[])
  next?: Param | undefined
  /** The service ended a search before it had looked at everything. */
  isIncomplete?: boolean
  /** The answer says this about the list as a whole; that of the first page counts. */
  head?: Head
}

/** It reads one page. `param` is undefined for the first one, then the `next` of the page before. */
export type PageSource<Row, Param, Head = unknown> = (
  param: Param | undefined,
  signal: AbortSignal,
) => Promise<Page<Row, Param, Head>>

export const rowsOfPage = <Row>({ rows }: Page<Row, unknown>): readonly Row[] =>
  typeof rows === 'function' ? rows() : rows

/** The service returned the same cursor twice, or page after page without a new row. */
export class EndlessListError extends Error {
  override name = 'EndlessListError'
}

const maxRetries = 3

/** Reads the pages of one list in order, with one request ahead of the page that is being processed. */
export class PageLoader<Row, Head, Param = unknown> {
  readonly #source: PageSource<Row, Param, Head>
  #current: Param | undefined

  constructor(source: PageSource<Row, Param, Head>) {
    this.#source = source
  }

  /** The parameter of the page that was read last or could not be read: where to resume. */
  get current(): Param | undefined {
    return this.#current
  }

  /** The first page, without retries. */
  first(signal: AbortSignal): Promise<Page<Row, Param, Head>> {
    return this.#source(undefined, signal)
  }

  /**
   * Pages from `from` (undefined for the first one) to the last. Ends early when aborted. Throws what a request failed
   * with after retries, and {@link EndlessListError} for a cursor that repeats.
   */
  async *pages(
    from: Param | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<{ page: Page<Row, Param, Head>; isFirst: boolean }, void, void> {
    const visited = new Set<string>()
    let param = from
    let request: Promise<Page<Row, Param, Head>> | undefined = this.#request(param, signal)
    while (request) {
      this.#current = param
      visited.add(JSON.stringify(param))
      const page: Page<Row, Param, Head> = await request
      if (signal.aborted) return
      const isFirst = param === undefined
      param = page.next
      const isRepeated = param !== undefined && visited.has(JSON.stringify(param))
      // The service works on the next page while this one is processed.
      request = param === undefined || isRepeated ? undefined : this.#request(param, signal)
      yield { page, isFirst }
      if (isRepeated) throw new EndlessListError()
    }
  }

  /** A request whose failure is handled by whoever awaits it, which may be later than it fails. */
  #request(param: Param | undefined, signal: AbortSignal): Promise<Page<Row, Param, Head>> {
    const page = this.#read(param, signal)
    page.catch(() => undefined)
    return page
  }

  async #read(param: Param | undefined, signal: AbortSignal): Promise<Page<Row, Param, Head>> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#source(param, signal)
      } catch (error) {
        if (signal.aborted || !isTransient(error) || attempt >= maxRetries) throw error
        await delay(retryDelay(error, attempt), signal)
      }
    }
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
