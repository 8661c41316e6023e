import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
// The page imports it on demand, which takes another number of turns each time.
import '#src/features/shell/account/AccountPanel.tsx'
import { domState } from '../../dom/dom-state.ts'
import { type Backend, renderApp } from '../../dom/harness.tsx'
import { Account, home, trashUri } from '../model/account.ts'
import { Page } from '../model/page.tsx'
import { holdClock, Session } from '../model/session.ts'
import type { OrderedWire } from '../model/wire.ts'
import { followDialogs } from './screen.ts'

/* One sequence on the app as it is drawn. Its requests go one at a time, and the clock moves only when nothing else does. */

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))
/** Turns after which something must have ended; some of it is computed by other threads, which may be slow. */
const maxTurns = 200_000
/** What starts a little later, such as a search or the first look for interrupted work, has started by then; in ms. */
const quietMs = 1_600
const quietStepMs = 400

/** Lets everything run but the clock until the promise has settled; `meanwhile` is called once some of it has. */
async function untilSettled<T>(promise: Promise<T>, meanwhile = () => {}): Promise<T> {
  const progress = { isSettled: false }
  const end = () => void (progress.isSettled = true)
  promise.then(end, end)
  for (let at = 0; at < maxTurns && !progress.isSettled; at++) {
    await turn()
    vi.advanceTimersByTime(0)
    if (at > 20) meanwhile()
  }
  if (!progress.isSettled) throw new Error('Something has no end.')
  return promise
}

type App = Awaited<ReturnType<typeof renderApp>>

export class AppSession extends Session {
  readonly user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  /** Whether focus has been in the page since it was opened. */
  hasHadFocus = false
  #app!: App
  #router!: App['router']
  /** Breaks off what will not be answered any more. */
  readonly #abandon = new Set<() => void>()

  /** `seed`: adds to what every account begins with. */
  static async openApp(
    choices: readonly number[],
    { path = '/trash', seed }: { path?: string; seed?: (backend: Backend) => void } = {},
  ): Promise<AppSession> {
    holdClock()
    followDialogs()
    let session: AppSession | undefined
    const app = await renderApp({
      path,
      isStrict: false,
      passwords: true,
      seed: (backend) => {
        session = new AppSession(new Account(backend.service, backend.mei), choices)
        seed?.(backend)
        session.openWire()
      },
      between: () => ({
        fetch: async (request, _, signal) => session?.serve(request, signal) ?? Response.error(),
        elsewhere: () => Promise.reject(new TypeError('Failed to fetch')),
      }),
    })
    if (!session) throw new Error('Nothing was seeded.')
    session.#app = app
    session.#router = app.router
    session.#watch(app.client)
    await session.account.signIn()
    await session.rest()
    return session
  }

  /** The harness sends everything here. */
  serve(request: Request, signal: AbortSignal | undefined): Promise<Response> {
    const answered = request.text().then((body) =>
      this.wire.fetch(request.url, {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        ...(body !== '' && { body }),
        ...(signal && { signal }),
      }),
    )
    return new Promise((resolve, reject) => {
      const abandon = () => reject(new TypeError('Failed to fetch'))
      this.#abandon.add(abandon)
      void answered.then(resolve, reject).finally(() => this.#abandon.delete(abandon))
    })
  }

  protected override connect(_wire: OrderedWire): void {}

  #watch(client: App['client']): void {
    this.page = new Page(client)
    this.history.follow(this.page)
    this.hasHadFocus = false
  }

  /** The address of the list on the page as the service names it, `links`, or undefined on a page without a list. */
  get listOnPage(): string | undefined {
    const { pathname, searchParams } = new URL(location.href)
    const parameters = [...searchParams.keys()]
    if (parameters.some((key) => key !== 'uri')) return undefined
    if (pathname === '/files') return searchParams.get('uri') ?? home
    if (pathname === '/trash') return trashUri
    return pathname === '/shares' ? 'links' : undefined
  }

  /** Goes to an address. What has not been saved asks about that, and stays. */
  async goTo(path: string): Promise<void> {
    await this.perform(this.#router.navigate(path))
    await this.rest()
  }

  /** Lets the page deal with what a person does. */
  async perform(deed: Promise<unknown>): Promise<void> {
    await untilSettled(deed)
    await this.flush()
  }

  override async flush(): Promise<void> {
    await super.flush()
    // The frame in which something is drawn or gets the focus.
    await vi.advanceTimersByTimeAsync(17)
    await super.flush()
    this.page.place = this.listOnPage
    if (document.activeElement !== document.body) this.hasHadFocus = true
  }

  override async rest(): Promise<void> {
    await super.rest()
    for (let waited = 0; waited < quietMs; waited += quietStepMs) {
      await vi.advanceTimersByTimeAsync(quietStepMs)
      await this.flush()
      if (this.isBusy) {
        await super.rest()
        waited = 0
      }
    }
  }

  override async reload(): Promise<void> {
    await this.leavePage()
    const reloading = this.#app.reload(async () => {
      vi.clearAllTimers()
      this.listedAt.clear()
      this.openWire()
      await this.account.signIn()
    })
    const page = await untilSettled(reloading)
    this.#watch(page.client)
    this.#router = page.router
    await this.flush()
    await this.wire.deliverOne(0)
    await this.flush()
    await vi.advanceTimersByTimeAsync(2_000)
    await this.flush()
  }

  override async close(): Promise<void> {
    this.wire.close()
    this.page.close()
    const closing = (async () => {
      for (const clean of domState.cleanups.splice(0).reverse()) await clean()
    })()
    await untilSettled(closing, () => {
      for (const abandon of this.#abandon) abandon()
    })
    vi.useRealTimers()
    vi.restoreAllMocks()
    sessionStorage.clear()
    localStorage.clear()
  }
}
