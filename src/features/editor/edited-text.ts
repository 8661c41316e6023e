import { createStore, type StoreApi } from 'zustand/vanilla'
import type { VersionedContent } from '#src/api/files/editor-session.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, LockConflictError, WopiLockError } from '#src/contract/errors.ts'
import { parseUri } from '#src/contract/uri.ts'
import { findOwnUriById } from '#src/jobs/verification/target-folder.ts'
import { maxTextBytes } from '#src/lib/names/plain-text.ts'
import { decodeUtf8, encodeUtf8, type TextEncodingDetails } from '#src/lib/text/text-encoding.ts'
import {
  createEditedTextState,
  type EditedTextState,
  NewerVersionError,
  ShownSaveError,
  type OpenedText,
  type Overwritten,
} from './edited-text-state.ts'
import { textDraftOf, moveTextDraft, removeTextDraft, saveTextDraft } from './text-drafts.ts'
import { isFileGoneError, type StoredText, TextFile } from './text-file.ts'
import { TextLock } from './text-lock.ts'

/** At a return to the page the file is looked at again when this has passed since the last time, in ms. */
const maxCheckAgeMs = 30_000

/** An open text: keeps its lock while the page shows it, follows its file, and saves. */
export class EditedText {
  readonly #file: TextFile
  readonly fileId: string
  #shape: TextEncodingDetails
  #version: string
  /** The stored contents that were looked at last, as the service names them; undefined for those that one has saved. */
  #entity: string | undefined
  /** When the file was looked at last, ms since 1970. */
  #checkedAt = Date.now()
  #isSaving = false
  readonly #store: StoreApi<EditedTextState>
  readonly #lock: TextLock

  constructor(opened: OpenedText) {
    this.#file = new TextFile(opened)
    this.fileId = opened.fileId
    this.#shape = opened.shape
    this.#version = opened.version
    this.#entity = opened.entity
    this.#store = createStore(() => createEditedTextState(opened))
    this.#lock = new TextLock(this.#file, this.fileId, this.#store, {
      relock: () => this.relock(),
      onGone: () => this.#setGone(),
      onReturn: () => {
        if (Date.now() - this.#checkedAt >= maxCheckAgeMs) void this.#checkStored()
      },
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener)
  readonly state = (): EditedTextState => this.#store.getState()
  get #state() {
    return this.#store.getState()
  }
  readonly #set = (changes: Partial<EditedTextState>): void => this.#store.setState(changes)
  get #isTyped(): boolean {
    return textDraftOf(this.#state.uri) !== undefined
  }

  /** Keeps the lock until {@link stop}. */
  readonly start = (): void => this.#lock.start()
  readonly stop = (): void => this.#lock.stop()
  /** To be called when somebody begins to write: takes the lock. Never rejects. */
  readonly begin = (): Promise<void> => this.#lock.begin()
  /** Keeps what is typed until it is saved or discarded. */
  keepTyped(text: string): void {
    saveTextDraft(this.#state.uri, { text, version: this.#version })
  }
  /** Whether the draft was typed on another version than the one that was opened. */
  get isDraftOutdated(): boolean {
    return (textDraftOf(this.#state.uri)?.version ?? this.#version) !== this.#version
  }
  /** Goes on with a draft that was found. What was saved since it was typed is not overwritten unseen. */
  continueDraft(): void {
    if (this.isDraftOutdated) this.#set({ problem: 'changed' })
    this.#version = textDraftOf(this.#state.uri)?.version ?? this.#version
    void this.begin()
  }

  /** To be called when others may have changed files. Never rejects. */
  onFilesChanged(): void {
    this.#lock.look()
    void this.#checkStored()
  }

  /**
   * Takes the lock again. Throws `WopiLockError` when another lock is in its place. If the file has changed in the
   * meantime, it is read again unless there is an unsaved draft, which is a problem instead.
   */
  async relock(): Promise<void> {
    try {
      const version = await this.#takeLock()
      if (version === this.#version) this.#set({ problem: undefined })
      else await this.#followChange()
      this.#lock.setHeld()
    } catch (error) {
      if (isFileGoneError(error)) this.#setGone()
      else if (error instanceof WopiLockError) {
        const isRefused = ['refused', 'free'].includes(this.#state.lock.at)
        this.#set({ lock: { at: isRefused ? 'refused' : 'lost', error } })
      }
      throw error
    }
  }

  async #takeLock(): Promise<string> {
    const version = await this.#lock.take()
    await this.#followMove()
    return version
  }

  /** Nothing is at the URI: the file is looked up by its id, and followed when the user says so. */
  #setGone(): void {
    this.#set({ problem: 'gone', movedTo: undefined })
    findOwnUriById(this.fileId).then(
      (movedTo) => this.#set({ movedTo: movedTo === this.#state.uri ? undefined : movedTo }),
      () => undefined,
    )
  }

  /** Goes on with the file where it was found. Until that is known to work, the file counts as gone. */
  async follow(): Promise<void> {
    const uri = await findOwnUriById(this.fileId)
    if (uri === undefined) return this.#setGone()
    this.#moveTo(uri)
    try {
      if (this.#file.hasSession) await this.relock()
    } catch (error) {
      // The state says who holds it.
      if (!(error instanceof WopiLockError)) throw error
    }
    const { problem } = this.#state
    this.#set({ problem: problem === 'gone' ? undefined : problem, movedTo: undefined })
  }

  /** A lock follows the file when it is moved. */
  async #followMove(): Promise<void> {
    const uri = await findOwnUriById(this.fileId).catch(() => undefined)
    if (uri !== undefined) this.#moveTo(uri)
  }
  #moveTo(uri: string): void {
    if (uri === this.#state.uri) return
    this.#file.uri = uri
    moveTextDraft(this.#state.uri, uri)
    this.#set({ uri })
  }

  /** Reads the text again in place of what is on screen; the draft is discarded, unless more is typed meanwhile. */
  async load(): Promise<void> {
    const discarded = textDraftOf(this.#state.uri)?.text
    const stored = await this.#file.read()
    if (textDraftOf(this.#state.uri)?.text === discarded) this.#replaceText(stored)
    else await this.#followChange(stored)
  }

  #replaceText({ bytes, version }: VersionedContent, isSaved = this.#state.hasBeenSaved): void {
    const decoded = decodeUtf8(bytes)
    if (!decoded) throw new TypeError('no text')
    this.#shape = decoded.shape
    this.#version = version
    removeTextDraft(this.#state.uri)
    const loadCount = this.#state.loadCount + 1
    this.#set({ savedText: decoded.text, loadCount, problem: undefined, hasBeenSaved: isSaved })
  }

  /** Others have saved: an untouched text is replaced by theirs; a typed one is in conflict, unless its version is back. */
  async #followChange(read?: VersionedContent): Promise<void> {
    const stored = read ?? (this.#isTyped ? undefined : await this.#file.read())
    const typed = textDraftOf(this.#state.uri)?.text
    const decoded = stored && decodeUtf8(stored.bytes)
    // What is typed is stored where the answer to a save was lost.
    const isOwn = typed !== undefined && typed === decoded?.text
    if (!stored || (this.#isTyped && !isOwn))
      this.#set({ problem: stored?.version === this.#version ? undefined : 'changed' })
    else if (decoded) this.#replaceText(stored, isOwn || undefined)
    else this.#set({ problem: 'notEditable' })
  }

  /** Forgets what was typed: the text follows again. Never rejects. */
  dropDraft(): void {
    removeTextDraft(this.#state.uri)
    if (this.#state.problem === 'changed' && this.isFreeToRead)
      this.#followChange().catch(() => undefined)
  }

  /** Whether it can be read again without spending a download of a link. */
  get isFreeToRead(): boolean {
    return this.#file.hasSession || parseUri(this.#state.uri).host === 'my'
  }
  readonly storedText = (): Promise<StoredText> => this.#file.readText()

  /**
   * The text follows its file to another place, and is read again when it has changed and nothing is typed; otherwise that
   * is a problem. Never rejects: without an answer, a save finds out.
   */
  async #checkStored(): Promise<void> {
    const version = this.#version
    const wasGone = this.#state.problem === 'gone'
    this.#checkedAt = Date.now()
    try {
      if (parseUri(this.#state.uri).host === 'my') {
        const uri = await findOwnUriById(this.fileId)
        if (uri === undefined) return this.#set({ problem: 'gone', movedTo: undefined })
        this.#moveTo(uri)
      } else if (!this.isFreeToRead) return
      const { entity, isTooLarge } = await this.#file.look()
      if (!wasGone && entity !== undefined && entity === this.#entity) return
      // A save of our own has come between.
      if (this.#isSaving || version !== this.#version) return
      // One's own text may have grown beyond what is opened.
      if (isTooLarge && this.bytesOf(this.#state.savedText).length <= maxTextBytes) {
        this.#entity = entity
        return this.#set({ problem: this.#isTyped ? 'changed' : 'notEditable' })
      }
      const stored = await this.#file.read()
      if (wasGone) await this.#setBack()
      if (this.#isSaving || version !== this.#version) return
      this.#entity = entity
      if (stored.version !== version) await this.#followChange(stored)
      // What was opened is stored again.
      else if (this.#state.problem) this.#set({ problem: undefined })
    } catch (error) {
      if (isFileGoneError(error)) this.#setGone()
      else this.#checkedAt = 0
    }
  }

  /** The file is there again, without our lock, which whoever has begun to write needs. */
  async #setBack(): Promise<void> {
    const hadLock = this.#state.lock.at === 'held' || this.#state.lock.at === 'lost'
    this.#set({ problem: undefined, movedTo: undefined, ...(hadLock && { lock: { at: 'free' } }) })
    if (hadLock && this.#isTyped) await this.begin()
  }

  readonly bytesOf = (text: string): Uint8Array<ArrayBuffer> => encodeUtf8(text, this.#shape)

  /**
   * Saves under our lock, or over the version that was read; in a conflict over what `overwrites` names. Throws
   * {@link NewerVersionError} when that is not what is stored any more, {@link ShownSaveError} for what the state shows,
   * `LockConflictError` where there is no lock of ours, and other errors as they are.
   */
  async save(text: string, overwrites?: Overwritten): Promise<void> {
    const bytes = this.bytesOf(text)
    await this.#lock.whenBegun()
    if (!overwrites && this.#state.lock.at === 'free') await this.#requireLock()
    this.#isSaving = true
    try {
      if (overwrites && this.#file.hasSession) {
        const version = await this.#takeLock()
        this.#lock.setHeld()
        if (version !== (overwrites.version ?? version)) throw new NewerVersionError()
      }
      const version = overwrites ? overwrites.version : this.#version
      this.#version = await this.#file.write(bytes, version)
      this.#entity = undefined
    } catch (error) {
      if (overwrites && hasErrorCode(error, ErrorCode.staleVersion)) throw new NewerVersionError()
      const isShown = this.#setProblem(error)
      // The lock dialog offers what can be done.
      const isAsked = error instanceof LockConflictError && (overwrites || !this.#file.hasSession)
      if (isAsked || !isShown) throw error
      throw new ShownSaveError('not saved', { cause: error })
    } finally {
      this.#isSaving = false
    }
    if (this.#file.hasSession) this.#lock.confirm()
    else this.#set({ lock: { at: 'none' } })
    this.#shape = decodeUtf8(bytes)?.shape ?? this.#shape
    const typed = textDraftOf(this.#state.uri)?.text
    if (typed === text) removeTextDraft(this.#state.uri)
    else if (typed !== undefined) this.keepTyped(typed)
    this.#set({ savedText: text, problem: undefined, hasBeenSaved: true })
  }

  /** Takes the lock before a save where that has failed until now, such as while the service could not be reached. */
  async #requireLock(): Promise<void> {
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
    else if (hasErrorCode(error, ErrorCode.staleVersion)) this.#set({ problem: 'changed' })
    else if (error instanceof LockConflictError) {
      const at = this.#file.hasSession ? 'lost' : 'inUse'
      if (this.#state.lock.at !== 'refused') this.#set({ lock: { at, error } })
    } else return false
    return true
  }
}
