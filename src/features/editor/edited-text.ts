import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, LockConflictError, WopiLockError } from '#src/contract/errors.ts'
import { parseUri } from '#src/contract/uri.ts'
import { findOwnUriById } from '#src/jobs/verification/target-folder.ts'
import { decodeUtf8, encodeUtf8, type TextEncodingDetails } from '#src/lib/text/text-encoding.ts'
import {
  createEditedTextState,
  type EditedTextState,
  ShownSaveError,
  type OpenedText,
} from './edited-text-state.ts'
import { findLockHolder } from './find-lock-holder.ts'
import { textDraftOf, moveTextDraft, removeTextDraft } from './text-drafts.ts'
import { isFileGoneError, TextFile } from './text-file.ts'

/** How often the lock is refreshed, in ms: often enough to notice a lost lock within seconds, seldom in a hidden tab. */
const refreshIntervalMs = { visible: 3_000, hidden: 10 * 60_000 } as const
/** How long the service keeps a lock that is not refreshed, in ms. */
const lockLifetimeMs = 30 * 60_000

/**
 * An open text: keeps its lock while the page shows it, notices when the lock is lost, and saves. It is outside of
 * React, since the lock has to be refreshed by a timer and released when the page is closed.
 */
export class EditedText {
  readonly #file: TextFile
  readonly fileId: string
  #shape: TextEncodingDetails
  #version: string
  /** The stored contents that were looked at last, as the service names them. */
  #entity: string | undefined
  #isSaving = false
  #state: EditedTextState
  #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStarted = false
  #stopped: AbortController | undefined
  #isReleased = false
  /** The first attempt to take the lock, while it is under way. */
  #beginning: Promise<void> | undefined
  /** When the service confirmed our lock last, ms since 1970. */
  #confirmedAt = Date.now()

  constructor(opened: OpenedText) {
    this.#file = new TextFile(opened)
    this.fileId = opened.fileId
    this.#shape = opened.shape
    this.#version = opened.version
    this.#state = createEditedTextState(opened)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): EditedTextState => this.#state

  #set(changes: Partial<EditedTextState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }

  /** Keeps the lock until {@link stop}. */
  start(): void {
    if (this.#isReleased) void this.relock().catch(() => undefined)
    this.#isStarted = true
    this.#stopped = new AbortController()
    const { signal } = this.#stopped
    document.addEventListener('visibilitychange', this.#lookIfVisible, { signal })
    for (const event of ['online', 'focus'])
      addEventListener(event, this.#lookIfVisible, { signal })
    addEventListener('pagehide', this.#release, { signal })
    addEventListener('pageshow', this.#onPageShow, { signal })
    this.#scheduleRefresh()
  }

  /** Releases the lock, unless the page is mounted again at once, as React's strict mode does. */
  stop(): void {
    this.#isStarted = false
    this.#stopped?.abort()
    queueMicrotask(() => {
      if (!this.#isStarted) this.#release()
    })
  }

  #scheduleRefresh(): void {
    clearTimeout(this.#timer)
    if (!this.#isStarted || this.#state.lock.at !== 'held') return
    const interval = refreshIntervalMs[document.visibilityState]
    this.#timer = setTimeout(() => void this.#refresh(), interval)
  }

  readonly #lookIfVisible = (): void => {
    if (document.visibilityState !== 'visible') return
    const { at } = this.#state.lock
    if (at === 'held') void this.#refresh()
    else if (at === 'free' || at === 'refused') void this.#findLockHolder()
  }
  /** Others may have begun to write in it, or have ended, and so may another tab of ours. */
  async #findLockHolder(): Promise<void> {
    const { lock } = this.#state
    const found = await findLockHolder(this.#file.locks).catch(() => lock)
    if (this.#state.lock === lock && !this.#beginning) this.#set({ lock: found })
  }
  readonly #release = (): void => {
    clearTimeout(this.#timer)
    if (this.#state.lock.at !== 'held' || !this.#file.hasSession) return
    this.#isReleased = true
    this.#file.unlock()
  }
  /** A page restored from the back/forward cache released its lock when it was left. */
  readonly #onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted && this.#isReleased) void this.relock().catch(() => undefined)
  }

  async #refresh(): Promise<void> {
    clearTimeout(this.#timer)
    try {
      if (navigator.onLine) {
        await this.#file.refreshLock()
        this.#confirmedAt = Date.now()
      }
    } catch (error) {
      await this.#onRefreshFailed(error)
    }
    this.#scheduleRefresh()
  }

  async #onRefreshFailed(cause: unknown): Promise<void> {
    if (isFileGoneError(cause)) {
      this.#set({ lock: { at: 'lost', error: undefined } })
      this.#setGone()
    }
    if (!(cause instanceof WopiLockError)) return
    // A lock that expired while the device slept was taken by nobody, so it is taken again silently.
    const hasExpired =
      cause.conflicts.length === 0 && Date.now() - this.#confirmedAt >= lockLifetimeMs
    if (hasExpired) await this.relock().catch(() => undefined)
    else this.#set({ lock: { at: 'lost', error: cause } })
  }

  /**
   * To be called when somebody begins to write: takes the lock, unless that is not needed. Never rejects: the state has
   * what came of it.
   */
  async begin(): Promise<void> {
    if (this.#state.lock.at !== 'free') return
    this.#beginning ??= this.relock().catch(() => undefined)
    await this.#beginning
    this.#beginning = undefined
  }

  /**
   * Takes the lock again. Throws `WopiLockError` when another lock is in its place. If the file has changed in the
   * meantime, it is read again unless there is an unsaved draft, which is a problem instead.
   */
  async relock(): Promise<void> {
    try {
      const version = await this.#file.lock()
      this.#confirmedAt = Date.now()
      this.#isReleased = false
      await this.#followMove()
      if (version === this.#version) this.#set({ lock: { at: 'held' }, problem: undefined })
      else if (textDraftOf(this.#state.uri) === undefined) {
        await this.load()
        this.#set({ lock: { at: 'held' } })
      } else this.#set({ lock: { at: 'held' }, problem: 'changed' })
    } catch (error) {
      if (isFileGoneError(error)) this.#setGone()
      else if (error instanceof WopiLockError) {
        const { at: before } = this.#state.lock
        const at = before === 'refused' || before === 'free' ? 'refused' : 'lost'
        this.#set({ lock: { at, error } })
      }
      throw error
    } finally {
      this.#scheduleRefresh()
    }
  }

  /** Nothing is at the URI: the file is looked up by its id, and followed when the user says so. */
  #setGone(): void {
    this.#set({ problem: 'gone', movedTo: undefined })
    findOwnUriById(this.fileId).then(
      (movedTo) => this.#set({ movedTo: movedTo === this.#state.uri ? undefined : movedTo }),
      () => undefined,
    )
  }

  /** Goes on with the file where it was found. */
  async follow(): Promise<void> {
    await this.#followMove()
    this.#set({ problem: undefined, movedTo: undefined })
    if (this.#file.hasSession) await this.relock()
  }

  async #followMove(): Promise<void> {
    const uri = await this.#file.findUri()
    if (uri === this.#state.uri) return
    moveTextDraft(this.#state.uri, uri)
    this.#set({ uri })
  }

  /** Reads the text again in place of what is on screen; a draft is discarded. */
  async load(): Promise<void> {
    const { bytes, version } = await this.#file.read()
    const decoded = decodeUtf8(bytes)
    if (!decoded) throw new TypeError('no text')
    this.#shape = decoded.shape
    this.#version = version
    removeTextDraft(this.#state.uri)
    this.#set({ savedText: decoded.text, loadCount: this.#state.loadCount + 1, problem: undefined })
  }

  /** What is stored now; null when that is no text. */
  readonly storedText = (): Promise<string | null> => this.#file.readText()

  /**
   * To be called when others have changed files: the text follows its file to another place, and is read again when it
   * has changed and nothing is typed; otherwise that is a problem. Never rejects: without an answer, a save finds out.
   */
  async checkStored(): Promise<void> {
    const version = this.#version
    try {
      if (parseUri(this.#state.uri).host !== 'my') return
      if ((await findOwnUriById(this.fileId)) === undefined)
        return this.#set({ problem: 'gone', movedTo: undefined })
      await this.#followMove()
      const entity = await this.#file.entity()
      if (entity === this.#entity) return
      const stored = await this.#file.read()
      // A save of our own has come between.
      if (this.#isSaving || version !== this.#version) return
      this.#entity = entity
      if (stored.version === version) return
      if (textDraftOf(this.#state.uri) === undefined) await this.load()
      else this.#set({ problem: 'changed' })
    } catch {
      // Without an answer, or when the file is no text any more, the next save says so.
    }
  }

  bytesOf(text: string): Uint8Array<ArrayBuffer> {
    return encodeUtf8(text, this.#shape)
  }

  /**
   * Saves under our lock, or over the version that was read; `overwrites` any version. Throws {@link ShownSaveError} for
   * what the state shows, `LockConflictError` where there is no lock of ours, and other errors as they are.
   */
  async save(text: string, overwrites = false): Promise<void> {
    const bytes = this.bytesOf(text)
    await this.#requireLock()
    this.#isSaving = true
    try {
      this.#version = await this.#file.write(bytes, this.#version, overwrites)
    } catch (error) {
      if (!this.#file.hasSession && error instanceof LockConflictError) {
        this.#set({ lock: { at: 'inUse', error } })
        throw error
      }
      if (!this.#setProblem(error)) throw error
      throw new ShownSaveError('not saved', { cause: error })
    } finally {
      this.#isSaving = false
    }
    if (this.#file.hasSession) this.#confirmedAt = Date.now()
    else this.#set({ lock: { at: 'none' } })
    this.#shape = decodeUtf8(bytes)?.shape ?? this.#shape
    if (textDraftOf(this.#state.uri) === text) removeTextDraft(this.#state.uri)
    this.#set({ savedText: text, problem: undefined, hasBeenSaved: true })
  }

  /**
   * Takes the lock before a save where that has failed until now, for instance because the service could not be
   * reached.
   */
  async #requireLock(): Promise<void> {
    await this.#beginning
    if (this.#state.lock.at !== 'free') return
    try {
      await this.relock()
    } catch (error) {
      if (!this.#setProblem(error)) throw error
    }
    const { lock, problem } = this.state()
    if (lock.at !== 'held' || problem) throw new ShownSaveError('not saved')
  }

  /** Whether the state shows this error of a save. */
  #setProblem(error: unknown): boolean {
    if (isFileGoneError(error)) this.#setGone()
    else if (error instanceof ApiError && error.code === ErrorCode.staleVersion) {
      this.#set({ problem: 'changed' })
    } else if (error instanceof WopiLockError) {
      if (this.#state.lock.at !== 'refused') this.#set({ lock: { at: 'lost', error } })
    } else return false
    return true
  }
}
