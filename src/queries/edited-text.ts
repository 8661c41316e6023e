import { readFileBytes, writeFile } from '#src/api/content.ts'
import { getFile, getFileById } from '#src/api/files.ts'
import {
  createEditorSession,
  type EditorSession,
  lockFile,
  readContents,
  refreshLock,
  unlockFile,
  writeContents,
} from '#src/api/viewers.ts'
import { Code } from '#src/contract/codes.ts'
import { ApiError, TransportError, WopiLockError } from '#src/contract/errors.ts'
import { isSameBytes, readText, type TextShape, writeText } from '#src/lib/text.ts'
import { currentDraft, dropDraft, moveDraft } from '#src/stores/drafts.ts'

/** ms between two looks at our lock: soon enough to be told within seconds that it was taken, seldom when nobody looks. */
const pace = { visible: 10_000, hidden: 10 * 60_000 } as const
/** ms that the service lets a lock stand without being refreshed. */
const lockLife = 30 * 60_000

/**
 * How the file is held. `held`: by us, until we leave. `lost`: it was ours and was taken away. `refused`: somebody else
 * has it. `none`: this server has no lock for us. `readOnly`: we may not change it anyway.
 */
export type Hold =
  | { at: 'held' | 'none' | 'readOnly' }
  | { at: 'lost' | 'refused'; error: WopiLockError | undefined }

/** Why saving would do harm: the file has another text by now, or is no longer at its address. */
type Trouble = 'changed' | 'gone'

export type EditedState = {
  readonly hold: Hold
  readonly trouble: Trouble | undefined
  /** Where the file is now. */
  readonly uri: string
  /** The text as the service has it. */
  readonly base: string
  /** Grows when the text was read anew, which replaces what is on screen. */
  readonly loads: number
  readonly isSavedOnce: boolean
}

export type OpenedText = {
  readonly uri: string
  readonly fileId: string
  readonly hold: Hold
  readonly text: string
  readonly shape: TextShape
  readonly version: string
  /** Undefined where the server does not know our editor. */
  readonly session: EditorSession | undefined
  readonly viewerId: string | undefined
  readonly lock: string
}

/** Saving was stopped by something that the page says by itself. */
export class NotSavedError extends Error {
  override name = 'NotSavedError'
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === Code.pathNotFound || error.code === Code.notFound)

const hasCode = (error: unknown, code: number): boolean =>
  error instanceof ApiError && error.code === code

/**
 * A text that is open: holds its lock while the page is there, tells when it is gone, and saves. Lives outside React,
 * since its clock and its farewell do.
 */
export class EditedText {
  readonly #viewerId: string | undefined
  readonly #fileId: string
  readonly #lock: string
  #session: EditorSession | undefined
  #shape: TextShape
  #version: string
  #state: EditedState
  #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOpen = false
  /** The lock was given back. */
  #hasLeft = false
  #seenAt = Date.now()

  constructor(opened: OpenedText) {
    this.#viewerId = opened.viewerId
    this.#fileId = opened.fileId
    this.#lock = opened.lock
    this.#session = opened.session
    this.#shape = opened.shape
    this.#version = opened.version
    this.#state = {
      hold: opened.hold,
      trouble: undefined,
      uri: opened.uri,
      base: opened.text,
      loads: 0,
      isSavedOnce: false,
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): EditedState => this.#state

  #set(part: Partial<EditedState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }

  /** Keeps the lock until {@link stop}. */
  start(): void {
    if (this.#hasLeft) void this.relock().catch(() => undefined)
    this.#isOpen = true
    document.addEventListener('visibilitychange', this.#lookNow)
    addEventListener('online', this.#lookNow)
    addEventListener('pagehide', this.#leave)
    addEventListener('pageshow', this.#returnTo)
    this.#plan()
  }

  stop(): void {
    this.#isOpen = false
    document.removeEventListener('visibilitychange', this.#lookNow)
    removeEventListener('online', this.#lookNow)
    removeEventListener('pagehide', this.#leave)
    removeEventListener('pageshow', this.#returnTo)
    this.#leave()
  }

  #plan(): void {
    clearTimeout(this.#timer)
    if (!this.#isOpen || this.#state.hold.at !== 'held') return
    const wait = document.visibilityState === 'hidden' ? pace.hidden : pace.visible
    this.#timer = setTimeout(() => void this.#look(), wait)
  }

  readonly #lookNow = (): void => {
    if (document.visibilityState === 'visible' && this.#state.hold.at === 'held') void this.#look()
  }
  readonly #leave = (): void => {
    clearTimeout(this.#timer)
    if (this.#state.hold.at !== 'held' || !this.#session) return
    this.#hasLeft = true
    unlockFile(this.#session, this.#lock).catch(() => undefined)
  }
  /** Out of the back/forward cache, where the farewell was said already. */
  readonly #returnTo = (event: PageTransitionEvent): void => {
    if (event.persisted && this.#hasLeft) void this.relock().catch(() => undefined)
  }

  /** Refreshes the lock, and notices when it is gone. Without a network it is asked for again later. */
  async #look(): Promise<void> {
    clearTimeout(this.#timer)
    try {
      if (navigator.onLine) {
        await this.#withSession((session) => refreshLock(session, this.#lock))
        this.#seenAt = Date.now()
      }
    } catch (error) {
      await this.#onLost(error)
    }
    this.#plan()
  }

  async #onLost(cause: unknown): Promise<void> {
    if (isGone(cause)) this.#set({ hold: { at: 'lost', error: undefined }, trouble: 'gone' })
    if (!(cause instanceof WopiLockError)) return
    const ranOut = cause.conflicts.length === 0 && Date.now() - this.#seenAt >= lockLife
    // Asleep or away for too long: nobody took it, so it is taken up again without a word.
    if (ranOut) await this.relock().catch(() => undefined)
    else this.#set({ hold: { at: 'lost', error: cause } })
  }

  /** A session ends with its time, or with the sign-in that it belongs to; the lock goes on under its name. */
  async #withSession<T>(work: (session: EditorSession) => Promise<T>): Promise<T> {
    if (!this.#session || this.#viewerId === undefined) throw new TypeError('no session')
    try {
      return await work(this.#session)
    } catch (error) {
      if (!hasCode(error, Code.signInRequired)) throw error
      this.#session = await createEditorSession(this.#state.uri, this.#viewerId)
      return work(this.#session)
    }
  }

  /** Where the file is now: a lock goes with the file, not with its address. */
  async #findAgain(): Promise<void> {
    const { path } = await getFileById(this.#fileId).catch(() => ({ path: undefined }))
    if (path === undefined || path === this.#state.uri || !path.startsWith('svc://my/')) return
    moveDraft(this.#state.uri, path)
    this.#set({ uri: path })
  }

  /**
   * Takes the lock again. Throws `WopiLockError` when somebody else has it by now. When the text has changed meanwhile, it
   * is read anew where nothing was typed, and is trouble where something was.
   */
  async relock(): Promise<void> {
    try {
      const version = await this.#withSession((session) => lockFile(session, this.#lock))
      this.#seenAt = Date.now()
      this.#hasLeft = false
      await this.#findAgain()
      if (version === this.#version) this.#set({ hold: { at: 'held' }, trouble: undefined })
      else if (currentDraft(this.#state.uri) === undefined) await this.load()
      else this.#set({ hold: { at: 'held' }, trouble: 'changed' })
    } catch (error) {
      if (isGone(error)) this.#set({ trouble: 'gone' })
      else if (error instanceof WopiLockError) {
        const at = this.#state.hold.at === 'refused' ? 'refused' : 'lost'
        this.#set({ hold: { at, error } })
      }
      throw error
    } finally {
      this.#plan()
    }
  }

  /** Reads the text anew in the place of what is on screen; what was typed is forgotten. */
  async load(): Promise<void> {
    const { bytes, version } = await this.#read()
    const read = readText(bytes)
    if (!read) throw new TypeError('no text')
    this.#shape = read.shape
    this.#version = version
    dropDraft(this.#state.uri)
    this.#set({
      base: read.text,
      loads: this.#state.loads + 1,
      trouble: undefined,
      ...(this.#session ? { hold: { at: 'held' } } : {}),
    })
  }

  async #read(): Promise<{ bytes: Uint8Array; version: string }> {
    if (this.#session) return this.#withSession((session) => readContents(session))
    const { primary_entity: version = '' } = await getFile(this.#state.uri)
    return { bytes: await readFileBytes(this.#state.uri), version }
  }

  /** The bytes that `text` would be saved as. */
  bytesOf(text: string): Uint8Array<ArrayBuffer> {
    return writeText(text, this.#shape)
  }

  /**
   * Saves. An answer that did not come is looked for in the file, never sent again blindly. Throws
   * {@link NotSavedError} for what the state says, `LockConflictError` where there is no lock of ours, and the rest as it is.
   */
  async save(text: string, overwrites = false): Promise<void> {
    const bytes = this.bytesOf(text)
    let version: string
    try {
      version = await (this.#session ? this.#saveLocked(bytes) : this.#saveOpen(bytes, overwrites))
    } catch (error) {
      if (isGone(error)) this.#set({ trouble: 'gone' })
      else if (hasCode(error, Code.staleVersion)) this.#set({ trouble: 'changed' })
      else if (error instanceof WopiLockError) this.#set({ hold: { at: 'lost', error } })
      else throw error
      throw new NotSavedError('not saved', { cause: error })
    }
    this.#version = version
    const read = readText(bytes)
    if (read) this.#shape = read.shape
    if (currentDraft(this.#state.uri) === text) dropDraft(this.#state.uri)
    this.#set({ base: text, trouble: undefined, isSavedOnce: true })
  }

  async #saveLocked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    try {
      const version = await this.#withSession((session) =>
        writeContents(session, this.#lock, bytes),
      )
      this.#seenAt = Date.now()
      return version
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      return this.#lookFor(bytes, error)
    }
  }

  async #saveOpen(bytes: Uint8Array<ArrayBuffer>, overwrites: boolean): Promise<string> {
    // Other servers would make a second file under an address that the file has left.
    const before = await getFile(this.#state.uri)
    const previous = overwrites ? before.primary_entity : this.#version
    try {
      const { primary_entity: version = '' } = await writeFile(this.#state.uri, bytes, previous)
      return version
    } catch (error) {
      // The version may be our own, of a save whose answer was lost.
      if (!(error instanceof TransportError) && !hasCode(error, Code.staleVersion)) throw error
      return this.#lookFor(bytes, error)
    }
  }

  /** The version of the file if it has these bytes; throws `error` otherwise. */
  async #lookFor(bytes: Uint8Array, error: unknown): Promise<string> {
    const found = await this.#read().catch(() => undefined)
    if (!found || !isSameBytes(found.bytes, bytes)) throw error
    return found.version
  }
}
