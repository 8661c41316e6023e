import type { EmbeddedService } from '#src/server/service.ts'

/*
 * The wire between the app and the service, one request at a time: each waits until it is its turn, so that a sequence
 * runs the same way every time.
 */

export const mishaps = [
  'lostBefore',
  'lostAfter',
  'status500',
  'html502',
  'envelope502',
  'status429',
] as const
/** What happens to a request: it is lost, its answer is lost, or something in between answers. */
type Mishap = (typeof mishaps)[number]

/** Nothing answers, or a gateway says so. */
export const outages = ['lostBefore', 'html502', 'envelope502'] as const
export type Outage = (typeof outages)[number]

export type Fault = { mishap: Mishap; on: 'reads' | 'writes' }

type Waiting = { label: string; deliver: () => Promise<void> }

const answers: Partial<Record<Mishap, () => Response>> = {
  status500: () => new Response('', { status: 500 }),
  html502: () =>
    new Response('<html><h1>502 Bad Gateway</h1></html>', {
      status: 502,
      headers: { 'content-type': 'text/html' },
    }),
  envelope502: () => Response.json({ code: -1, msg: 'no answer' }, { status: 502 }),
  status429: () => new Response('', { status: 429, headers: { 'retry-after': '1' } }),
}

/** The addresses of items in the body of a write. */
function urisIn(body: unknown): string[] {
  if (typeof body !== 'string' || !body.startsWith('{')) return []
  const { uris, uri } = JSON.parse(body) as { uris?: string[]; uri?: string }
  return uris ?? (uri === undefined ? [] : [uri])
}

/** The tokens of locks in the body of a request to release them. */
const tokensIn = (body: unknown): string[] =>
  typeof body === 'string' ? (JSON.parse(body) as { tokens: string[] }).tokens : []

export class OrderedWire {
  /** Requests that were delivered, for the message about a failure. */
  readonly log: string[]
  readonly faults: Fault[] = []
  /** While the service is stopped: what the page gets instead of every answer. */
  outage: Outage | undefined
  /** Whether a write that is broken off arrives all the same. */
  arrivesWhenAborted = false
  /** Called with the address and the start of each list that reached the page whole. */
  onListed: (uri: string, tick: number) => void = () => {}
  /** Called before a write reaches the service, with the addresses that it is about. */
  onWrite: (uris: readonly string[]) => Promise<void> = () => Promise.resolve()
  /** Called once the service has dealt with a write to this path. */
  onWritten: (path: string) => Promise<void> = () => Promise.resolve()
  /** Called once the service has released locks, or has said that they are gone, with their tokens. */
  onUnlocked: (tokens: readonly string[]) => Promise<void> = () => Promise.resolve()
  readonly #service: EmbeddedService
  readonly #tick: () => number
  readonly #waiting: Waiting[] = []
  /** The last write that was broken off and arrived all the same. */
  #abandoned: Promise<void> = Promise.resolve()
  #isOpen = true

  /** `log` has those of the page before. */
  constructor(service: EmbeddedService, tick: () => number, log: string[] = []) {
    this.#service = service
    this.#tick = tick
    this.log = log
  }

  get count(): number {
    return this.#waiting.length
  }

  isWaitingFor(path: string): boolean {
    return this.#waiting.some(({ label }) => label.includes(path))
  }

  /** The page is gone: nothing that it sent is answered, and nothing more arrives. */
  close(): void {
    this.#isOpen = false
    this.#waiting.length = 0
  }

  /** Resolves when the service has dealt with what was broken off. */
  settled(): Promise<void> {
    return this.#abandoned
  }

  /** Answers one of the requests that wait; `select` chooses among them. */
  async deliverOne(choice: number): Promise<void> {
    const [next] = this.#waiting.splice(choice % this.#waiting.length, 1)
    await next?.deliver()
  }

  readonly fetch = (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input, 'http://localhost')
      const method = init.method ?? 'GET'
      const label = `${method} ${url.pathname.replace('/api/v4', '')}${decodeURIComponent(url.search)}`
      const { signal } = init
      const deliver = async () => {
        try {
          resolve(await this.#serve(url, init, label))
        } catch (error) {
          reject(error)
        }
      }
      const abort = () => {
        const at = this.#waiting.findIndex((each) => each.deliver === deliver)
        if (at >= 0) this.#waiting.splice(at, 1)
        const reason = signal?.reason as Error
        if (at < 0 || method === 'GET' || !this.arrivesWhenAborted) reject(reason)
        else {
          const reached = this.#serve(url, init, `${label} (broken off)`).catch(() => undefined)
          this.#abandoned = reached.then(() => reject(reason))
        }
      }
      if (!this.#isOpen) return
      if (signal?.aborted) reject(signal.reason as Error)
      else {
        signal?.addEventListener('abort', () => this.#isOpen && abort(), { once: true })
        this.#waiting.push({ label, deliver })
      }
    })

  async #serve(url: URL, init: RequestInit, label: string): Promise<Response> {
    const tick = this.#tick()
    const isWrite = (init.method ?? 'GET') !== 'GET'
    const isOfSession = url.pathname.includes('/session/')
    const at =
      isOfSession || this.outage
        ? -1
        : this.faults.findIndex(({ on }) => (on === 'writes') === isWrite)
    const [fault] = at < 0 ? [] : this.faults.splice(at, 1)
    const mishap = this.outage ?? fault?.mishap
    this.log.push(`${label}${mishap ? ` [${mishap}]` : ''}`)
    if (mishap === 'lostBefore') throw new TypeError('Failed to fetch')
    const instead = mishap && answers[mishap]
    if (instead) return instead()
    if (isWrite) await this.onWrite(urisIn(init.body))
    const answer = await this.#service.fetch(
      new Request(url, {
        method: init.method ?? 'GET',
        headers: init.headers as Record<string, string>,
        ...(typeof init.body === 'string' && { body: init.body }),
      }),
      { address: '127.0.0.1' },
    )
    if (isWrite) await this.onWritten(url.pathname)
    if (label.startsWith('DELETE /file/lock')) await this.onUnlocked(tokensIn(init.body))
    if (fault) throw new TypeError('Failed to fetch')
    // Read whole, so that the page's reading of it takes no turn of its own.
    const text = await answer.text()
    if (url.pathname.endsWith('/share') && !isWrite) this.onListed('links', tick)
    if (url.pathname.endsWith('/file') && !isWrite && text.startsWith('{"code":0')) {
      this.onListed(url.searchParams.get('uri') ?? '', tick)
    }
    return new Response(text, { status: answer.status, headers: answer.headers })
  }
}
