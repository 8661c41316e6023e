import { vi } from 'vitest'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Account, type Item } from '../account.ts'
import { expectNothing } from '../define-model.ts'
import { linksOf } from '../links.ts'
import { holdClock, takeService } from '../session.ts'
import type { OrderedWire, Outage } from '../wire.ts'
import type { Browser, TabSession } from './tab.ts'
import { WebLocks } from './web-locks.ts'

/* Two tabs of one browser: one service and account, one IndexedDB, one clock, and an order of all their requests. */

export type TabModules = typeof import('./tab.ts')

/** Evaluates the modules of the app, and of what drives it, once for each tab. */
export async function loadTabs(): Promise<[TabModules, TabModules]> {
  vi.resetModules()
  const first = await import('./tab.ts')
  vi.resetModules()
  return [first, await import('./tab.ts')]
}

const journalLock = 'latchkey.log.'
const refreshLock = 'latchkey.refresh'

/** What is stored of a session, and what a renewal answers. */
type Tokens = { access_token?: string; refresh_token?: string }

export class TwoTabs implements Browser {
  readonly tabs: TabSession[] = []
  readonly taken: string[] = []
  readonly account: Account
  readonly modules: readonly TabModules[]
  readonly #locks = new WebLocks()
  /** Tells whose request it is, by its token. */
  readonly #wires = new Map<string, OrderedWire>()
  #newest: OrderedWire | undefined
  #known: ReadonlyMap<string, Item> = new Map()
  #knownLinks: ReadonlyMap<string, LinkRow> = new Map()
  readonly #choices: number[]

  private constructor(
    account: Account,
    modules: readonly TabModules[],
    choices: readonly number[],
  ) {
    this.account = account
    this.modules = modules
    this.#choices = [...choices]
  }

  static async open(modules: readonly TabModules[], choices: readonly number[]): Promise<TwoTabs> {
    const service = await takeService()
    holdClock()
    // They would tell each other their tokens, by which their requests are told apart.
    vi.stubGlobal('BroadcastChannel', undefined)
    const browser = new TwoTabs(new Account(service), modules, choices)
    vi.stubGlobal('fetch', browser.fetch)
    Object.defineProperty(navigator, 'locks', { configurable: true, value: browser.#locks })
    for (const { TabSession } of modules) {
      browser.tabs.push(await TabSession.openTab(browser.account, browser, choices))
      await browser.tabs.at(-1)?.rest()
    }
    browser.#known = await browser.account.everything()
    browser.#knownLinks = await linksOf(browser.account)
    return browser
  }

  get wire() {
    return {
      log: this.tabs.flatMap(({ wire }, at) => wire.log.map((line) => `tab ${at}: ${line}`)),
    }
  }

  connect(_tab: TabSession, wire: OrderedWire): void {
    const { refresh } = JSON.parse(sessionStorage.getItem('latchkey.session') ?? '{}')
    this.#wires.set(refresh as string, wire)
    this.#newest = wire
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const { authorization = '' } = init.headers as Record<string, string>
    const renewal = typeof init.body === 'string' ? (JSON.parse(init.body) as Tokens) : {}
    const token = authorization.replace('Bearer ', '') || (renewal.refresh_token ?? '')
    const wire = this.#wires.get(token) ?? this.#newest
    if (!wire) throw new Error('No tab is open.')
    const answer = await wire.fetch(input, init)
    if (renewal.refresh_token !== undefined && answer.ok) {
      const { data } = (await answer.clone().json()) as { data?: Tokens | null }
      for (const each of [data?.access_token, data?.refresh_token])
        if (each !== undefined) this.#wires.set(each, wire)
    }
    return answer
  }

  get isBusy(): boolean {
    return this.tabs.some(({ isBusyItself }) => isBusyItself)
  }

  async flush(): Promise<void> {
    for (const tab of this.tabs) await tab.flush()
  }

  async step(): Promise<boolean> {
    if (!this.isBusy) return false
    const waiting = this.tabs.filter(({ wire }) => wire.count > 0)
    const choice = this.#choices.shift() ?? 0
    const tab = waiting[choice % waiting.length]
    if (tab) await tab.wire.deliverOne(Math.floor(choice / waiting.length))
    else if (vi.getTimerCount() === 0) throw new Error('Something waits for nothing.')
    else await vi.advanceTimersToNextTimerAsync()
    await this.flush()
    return true
  }

  /** What one tab has changed, somebody else has for the other. */
  async noteWritten(by: TabSession, path: string): Promise<void> {
    const before = this.#known
    const now = await this.account.everything()
    this.#known = now
    const changed = [...before.values(), ...now.values()].filter(
      ({ id }) => before.get(id)?.uri !== now.get(id)?.uri,
    )
    const links = path.includes('/share') ? await this.#changedLinks() : []
    for (const tab of this.tabs) {
      if (tab !== by) tab.history.note([...changed, ...links], 0)
      // It has to ask again what there is.
      tab.tick++
    }
  }

  /** Links with other limits, and the files that they lead to. */
  async #changedLinks(): Promise<{ id: string }[]> {
    const before = this.#knownLinks
    const now = await linksOf(this.account)
    this.#knownLinks = now
    const limitsOf = (link: LinkRow | undefined) => `${link?.expires} ${link?.remaining}`
    const changed = [...before.values(), ...now.values()].filter(
      ({ id }) => limitsOf(before.get(id)) !== limitsOf(now.get(id)),
    )
    return changed.flatMap((link) => [link, { id: this.account.linkedFiles.get(link.id) ?? '' }])
  }

  /** The network is away for the browser, or there again. */
  setOutage(outage: Outage | undefined): void {
    for (const { wire } of this.tabs) wire.outage = outage
  }

  freeLocks(of: TabSession): void {
    for (const name of this.#locks.names) {
      const isOfJournal = name.startsWith(journalLock)
      const isOfRenewal = name === refreshLock && of.wire.isWaitingFor('/session/token/refresh')
      if (isOfRenewal || (isOfJournal && of.worksOn(name.slice(journalLock.length))))
        this.#locks.free(name)
    }
  }

  async check(): Promise<void> {
    const journals = this.#locks.names.map((name) => name.slice(journalLock.length))
    expectNothing(
      journals
        .filter((id) => this.tabs.every((tab) => tab.worksOn(id)))
        .map((id) => `both tabs work on ${id}`),
    )
    for (const [at, tab] of this.tabs.entries())
      if (!this.isBusy || tab.history.ended.length > 0) await this.modules[at]?.check(tab)
  }

  async end(): Promise<void> {
    for (const { wire } of this.tabs) wire.faults.length = 0
    this.setOutage(undefined)
    for (const [at, tab] of this.tabs.entries()) await this.modules[at]?.bringToEnd(tab)
    for (const [at, tab] of this.tabs.entries()) await this.modules[at]?.refreshEverything(tab)
  }

  async close(): Promise<void> {
    for (const tab of this.tabs) {
      this.freeLocks(tab)
      await tab.close()
      // The clock is needed by the other one.
      holdClock()
    }
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'locks')
  }
}
