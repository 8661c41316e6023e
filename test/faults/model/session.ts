import { createHmac, KeyObject } from 'node:crypto'
import { vi } from 'vitest'
import { loadLanguage } from '#src/i18n/catalogues.ts'
import { readJournaledJob } from '#src/jobs/journal/journaled-job.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { allQuestions, questionsOfKind } from '#src/jobs/questions/questions.ts'
import { allJobs } from '#src/jobs/store/job-list.ts'
import { readUnfinishedJournals } from '#src/platform/operation-journal.ts'
import { createEmbeddedService, type EmbeddedService } from '#src/server/service.ts'
import { Account, type Item } from './account.ts'
import { History } from './checks/history.ts'
import { Unlockings } from './checks/unlockings.ts'
import { Page } from './page.tsx'
import { OrderedWire } from './wire.ts'

/* One sequence: a service, a page, and the clock between them, which moves only when nothing else does. */

// Names of folders in which items are renamed are words of the page.
await loadLanguage('en')

/** Steps of the wire and the clock after which something must have settled. */
const maxSteps = 3_000
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

/**
 * Sequences that share a service, since a new one costs as much as a few dozen requests. Each has an account of its
 * own.
 */
const maxSequencesPerService = 50
let shared: { readonly service: EmbeddedService; uses: number } | undefined

export async function takeService(): Promise<EmbeddedService> {
  if (shared && shared.uses >= maxSequencesPerService) closeSharedService()
  shared ??= {
    service: await createEmbeddedService({
      dir: ':memory:',
      now: () => Date.now(),
      passwordCost: 4,
    }),
    uses: 0,
  }
  shared.uses++
  return shared.service
}

export function closeSharedService(): void {
  shared?.service.close()
  shared = undefined
}

type Bytes = Parameters<typeof crypto.subtle.digest>[1]
const bytesOf = (source: Bytes): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
const hmacOf = (key: CryptoKey, data: Bytes): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHmac('sha256', KeyObject.from(key)).update(bytesOf(data)).digest())

/** Tokens are signed and checked at once instead of by another thread, which takes another number of turns each time. */
function computeHmacsAtOnce(): void {
  vi.spyOn(crypto.subtle, 'sign').mockImplementation(
    async (_, key, data) => hmacOf(key, data).buffer,
  )
  vi.spyOn(crypto.subtle, 'verify').mockImplementation(async (_, key, signature, data) =>
    Buffer.from(hmacOf(key, data)).equals(bytesOf(signature)),
  )
}

/** The clock stands still until a sequence moves it. */
export function holdClock(): void {
  computeHmacsAtOnce()
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'Date',
      'performance',
    ],
    now: Date.UTC(2026, 5, 1),
  })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
}

export class Session {
  readonly account: Account
  wire!: OrderedWire
  page!: Page
  /** Steps that were taken, for the message about a failure. */
  readonly taken: string[] = []
  /** Counts what happened: operations begun, deeds elsewhere, requests. */
  tick = 0
  /** Whether somebody locks the first of the items that the user selects next, a moment before. */
  locksSelected = false
  /** Whether the user has stopped something, so that nobody may know how far it came. */
  hasStopped = false
  /** Links that the user has deleted may be hidden until then, in ms since 1970. */
  linksHiddenUntil = 0
  /** Ids of folders in which items were being renamed when somebody else did something. */
  readonly stagingFolders = new Set<string>()
  /** Names of those that a person has copied while they were in use: the copies are that person's own. */
  readonly copiedStagingNames = new Set<string>()
  /** The last tick at which the invariants held. */
  checkedAt = -1
  /** The last time that a list was read from the service, by address. */
  readonly listedAt = new Map<string, number>()
  readonly history = new History(() => ++this.tick)
  readonly unlockings = new Unlockings()
  #known: { tick: number; items: ReadonlyMap<string, Item> } | undefined
  /** Turns of the event loop in which everything that is due has run. */
  protected readonly turns: number = 4
  readonly #realFetch = globalThis.fetch
  readonly #choices: number[]
  /** Promises of the user's steps that have not settled. */
  #pending = 0

  protected constructor(account: Account, choices: readonly number[]) {
    this.account = account
    this.#choices = [...choices]
  }

  static async open(choices: readonly number[]): Promise<Session> {
    const service = await takeService()
    holdClock()
    const account = new Account(service)
    await account.signIn()
    const session = new Session(account, choices)
    session.openWire()
    session.page = session.openPage()
    await session.rest()
    return session
  }

  protected openWire(): void {
    const wire = new OrderedWire(this.account.service, () => ++this.tick, this.wire?.log)
    wire.onListed = (uri, tick) => {
      // One that is complete has read nothing: somebody else has, as a plan or Undo does.
      const list = uri === 'links' ? this.page?.linkList() : this.page?.lists().get(uri)
      if (list?.loadState.at !== 'complete') this.listedAt.set(uri, tick)
    }
    wire.onWrite = (uris) => this.#noteMisaddressed(uris)
    wire.onUnlocked = (tokens) => this.unlockings.note(this.account, tokens, ++this.tick)
    this.wire = wire
    this.connect(wire)
  }

  protected connect(wire: OrderedWire): void {
    globalThis.fetch = wire.fetch
  }

  /**
   * Writes name items by address. Another write, of this tab or another one, may give that address to another item, which
   * the next write then meets; the page learns of that with the next reading.
   */
  async #noteMisaddressed(uris: readonly string[]): Promise<void> {
    const meant = uris.flatMap((uri) => this.history.writtenAt(uri))
    if (meant.length === 0) return
    for (const item of (await this.account.everything()).values()) {
      const wrong = meant.filter(({ id, uri }) => uri === item.uri && id !== item.id)
      if (wrong.length > 0) this.history.note([item, ...wrong], 0)
    }
  }

  protected openPage(): Page {
    const page = new Page()
    this.history.follow(page)
    return page
  }

  /** Ends what the page does; what it has written down about that stays. */
  protected async leavePage(): Promise<void> {
    this.wire.close()
    // What has begun in this moment is done before a browser takes the page away.
    await turn()
    this.wire.log.push('reload')
    const journals = await readUnfinishedJournals(this.account.owner)
    this.history.leave(journals.flatMap((journal) => readJournaledJob(journal) ?? []))
    this.page.close()
  }

  protected clearTimers(): void {
    vi.clearAllTimers()
  }

  /** The page is gone in the middle of whatever it did, and opened again. */
  async reload(): Promise<void> {
    const { place } = this.page
    this.clearTimers()
    await this.leavePage()
    await this.flush()
    this.clearTimers()
    this.#pending = 0
    await this.account.signIn()
    this.listedAt.clear()
    this.openWire()
    this.page = this.openPage()
    this.page.enter(place)
    await this.flush()
    // The session is renewed first; interrupted jobs are looked for a moment later.
    await this.wire.deliverOne(0)
    await this.flush()
    await vi.advanceTimersByTimeAsync(2_000)
    await this.flush()
  }

  /** Lets everything run that needs neither the service nor the clock. */
  async flush(): Promise<void> {
    // The query client tells its observers in a timer that is due at once.
    for (let at = 0; at < this.turns; at++) {
      await turn()
      vi.advanceTimersByTime(0)
    }
    await this.wire.settled()
    await turn()
  }

  /** Follows what the user has started; its failure is for the page to tell. */
  track(work: Promise<unknown>): void {
    const { page } = this
    this.#pending++
    const end = () => {
      if (this.page === page) this.#pending--
    }
    work.then(end, end)
  }

  /** Whether the user is asked something. */
  get isAsked(): boolean {
    return this.page.shown.question?.state === 'asking'
  }

  /** Whether something goes on that needs no answer of the user's. What is aside and has no time for its next try is being tried. */
  get isBusy(): boolean {
    if (this.wire.count > 0) return true
    const { client } = this.page
    const locked = questionsOfKind(lockQuestion).filter(
      ({ state, props: { nextTry } }) => state === 'asking' || (state === 'aside' && nextTry),
    )
    const running = client
      .getMutationCache()
      .getAll()
      .filter(({ state }) => state.status === 'pending')
    const asked = allQuestions().length - questionsOfKind(lockQuestion).length
    // An undo waits for a job that has one of its items, and goes on when the user has answered that one.
    const undosWaiting = allJobs().filter(
      (job) => job.state === 'waiting' && job.lockQuestionId === undefined,
    )
    const stopped = locked.length === 0 ? 0 : locked.length + undosWaiting.length
    if (running.length > stopped) return true
    if (this.#pending > locked.length + asked && asked === 0 && running.length === 0) return true
    if (client.isFetching() > 0) return true
    const lists = [...this.page.lists().values(), this.page.linkList()]
    return lists.some((list) => list?.loadState.at === 'loading')
  }

  /** Everything the account has; asked again when something may have changed it. */
  async everything(): Promise<ReadonlyMap<string, Item>> {
    if (this.#known?.tick !== this.tick) {
      this.#known = { tick: this.tick, items: await this.account.everything() }
    }
    return this.#known.items
  }

  /** The next choice among what may happen at the same time. */
  nextChoice(): number {
    return this.#choices.shift() ?? 0
  }

  /** Lets one thing happen after a flush: a request is answered, or else the clock moves to what is due next. */
  async step(): Promise<boolean> {
    if (!this.isBusy) return false
    if (this.wire.count > 0) await this.wire.deliverOne(this.nextChoice())
    else if (vi.getTimerCount() === 0) throw new Error('Something waits for nothing.')
    else await vi.advanceTimersToNextTimerAsync()
    await this.flush()
    return true
  }

  /** Until everything has ended, or waits for the user. */
  async rest(): Promise<void> {
    await this.flush()
    for (let at = 0; at < maxSteps; at++) if (!(await this.step())) return
    throw new Error(`No end is in sight. ${this.wire.log.slice(-20).join('\n')}`)
  }

  async close(): Promise<void> {
    this.wire.close()
    this.page.close()
    await this.flush()
    vi.useRealTimers()
    vi.restoreAllMocks()
    this.account.unlock()
    globalThis.fetch = this.#realFetch
    sessionStorage.clear()
    localStorage.clear()
  }
}
