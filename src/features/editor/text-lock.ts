import type { StoreApi } from 'zustand/vanilla'
import { WopiLockError } from '#src/contract/errors.ts'
import type { EditedTextState, TextLockState } from './edited-text-state.ts'
import { findLockHolder } from './find-lock-holder.ts'
import { isFileGoneError, type TextFile } from './text-file.ts'

/** How often the lock is refreshed, in ms: often enough to notice a lost lock within seconds, seldom in a hidden tab. */
const refreshIntervalMs = { visible: 3_000, hidden: 10 * 60_000 } as const
/** How often a page in sight looks whether a lock in its way is gone, in ms: nothing tells of that. */
const lookIntervalMs = 20_000
/** How long the service keeps a lock that is not refreshed, in ms. */
const lockLifetimeMs = 30 * 60_000

type Callbacks = {
  /** Takes the lock and compares what is stored. */
  relock: () => Promise<void>
  onGone: () => void
  /** The page is looked at again, or online again. */
  onReturn: () => void
}

/** Tells other tabs of this browser that the lock of this file was taken or released: the service has no event of that. */
const openChannel = (fileId: string): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined'
    ? undefined
    : new BroadcastChannel(`latchkey.text-lock.${fileId}`)

/**
 * The lock of an open text, `lock` in its state: kept while the page shows the text. It is outside of React, since it has
 * to be refreshed by a timer and released when the page is closed.
 */
export class TextLock {
  readonly #file: TextFile
  readonly #fileId: string
  #channel: BroadcastChannel | undefined
  readonly #store: StoreApi<EditedTextState>
  readonly #callbacks: Callbacks
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStarted = false
  #stopped: AbortController | undefined
  #isReleased = false
  /** Somebody has begun to write. */
  #isWanted = false
  /** The first attempt to take the lock, while it is under way. */
  #beginning: Promise<void> | undefined
  /** When the service confirmed our lock last, ms since 1970. */
  #confirmedAt = Date.now()

  constructor(
    file: TextFile,
    fileId: string,
    store: StoreApi<EditedTextState>,
    callbacks: Callbacks,
  ) {
    this.#file = file
    this.#fileId = fileId
    this.#store = store
    this.#callbacks = callbacks
  }

  get #state(): TextLockState {
    return this.#store.getState().lock
  }
  #set(lock: TextLockState): void {
    this.#store.setState({ lock })
  }

  /** Keeps the lock until {@link stop}. */
  start(): void {
    if (this.#isReleased) void this.#relock()
    this.#isStarted = true
    this.#stopped = new AbortController()
    const { signal } = this.#stopped
    document.addEventListener('visibilitychange', this.#lookIfVisible, { signal })
    for (const event of ['online', 'focus'])
      addEventListener(event, this.#lookIfVisible, { signal })
    addEventListener('pagehide', this.#release, { signal })
    addEventListener('pageshow', this.#onPageShow, { signal })
    this.#channel ??= openChannel(this.#fileId)
    this.#channel?.addEventListener('message', () => this.look(), { signal })
    const checkTimer = setInterval(() => {
      if (this.#state.at === 'refused') this.look()
    }, lookIntervalMs)
    signal.addEventListener('abort', () => clearInterval(checkTimer))
    this.#scheduleRefresh()
  }

  /** Releases the lock, unless the page is mounted again at once, as React's strict mode does. */
  stop(): void {
    this.#isStarted = false
    this.#stopped?.abort()
    queueMicrotask(() => {
      if (this.#isStarted) return
      this.#release()
      this.#channel?.close()
      this.#channel = undefined
    })
  }

  #scheduleRefresh(): void {
    clearTimeout(this.#timer)
    if (!this.#isStarted || this.#state.at !== 'held') return
    const interval = refreshIntervalMs[document.visibilityState]
    this.#timer = setTimeout(() => void this.#refresh(), interval)
  }

  readonly #lookIfVisible = (): void => {
    if (document.visibilityState !== 'visible') return
    this.#callbacks.onReturn()
    if (this.#state.at === 'held') void this.#refresh()
    else this.look()
  }
  /** To be called when others may have begun to write in it, or have ended: a lock of ours is refreshed anyway. */
  look(): void {
    const { at } = this.#state
    // A hidden page looks when it is shown.
    if (document.visibilityState !== 'visible') return
    if (at === 'free' && this.#isWanted) void this.begin()
    else if (at === 'free' || at === 'refused') void this.#findLockHolder()
  }
  async #findLockHolder(): Promise<void> {
    const lock = this.#state
    const found = await findLockHolder(this.#file.locks).catch(() => lock)
    if (this.#state === lock && !this.#beginning) this.#set(found)
  }
  readonly #release = (): void => {
    clearTimeout(this.#timer)
    if (this.#state.at !== 'held' || !this.#file.hasSession) return
    this.#isReleased = true
    this.#file.unlock()
    this.#channel?.postMessage('released')
  }
  /** A page restored from the back/forward cache released its lock when it was left. */
  readonly #onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted && this.#isReleased) void this.#relock()
  }
  #relock(): Promise<void> {
    return this.#callbacks.relock().catch(() => undefined)
  }

  async #refresh(): Promise<void> {
    clearTimeout(this.#timer)
    try {
      if (navigator.onLine) {
        await this.#file.refreshLock()
        this.confirm()
      }
    } catch (error) {
      await this.#onRefreshFailed(error)
    }
    if (this.#state.at === 'held' && this.#hasExpired) this.#set({ at: 'free' })
    this.#scheduleRefresh()
  }

  get #hasExpired(): boolean {
    return Date.now() - this.#confirmedAt >= lockLifetimeMs
  }

  async #onRefreshFailed(cause: unknown): Promise<void> {
    if (this.#state.at !== 'held') return
    if (isFileGoneError(cause)) {
      this.#set({ at: 'lost', error: undefined })
      this.#callbacks.onGone()
    }
    if (!(cause instanceof WopiLockError)) return
    // A lock that expired while the device slept was taken by nobody, so it is taken again silently.
    if (cause.conflicts.length === 0 && this.#hasExpired) await this.#relock()
    else this.#set({ at: 'lost', error: cause })
  }

  /** Takes the lock when somebody begins to write, unless that is not needed. Never rejects: the state has the result. */
  async begin(): Promise<void> {
    if (this.#state.at === 'free') this.#beginning ??= this.#relock()
    await this.#beginning
    this.#beginning = undefined
  }
  /** Resolves when no attempt of {@link begin} is under way. */
  async whenBegun(): Promise<void> {
    await this.#beginning
  }

  /** Takes the lock at the service, or confirms it. Resolves to the version of the file. */
  async take(): Promise<string> {
    this.#isWanted = true
    const version = await this.#file.lock()
    this.confirm()
    this.#isReleased = false
    this.#channel?.postMessage('taken')
    return version
  }
  confirm(): void {
    this.#confirmedAt = Date.now()
  }
  setHeld(): void {
    this.#set({ at: 'held' })
    // The page may have been left while the lock was being taken.
    if (this.#isStarted) this.#scheduleRefresh()
    else this.#release()
  }
}
