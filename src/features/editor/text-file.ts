import { getFileBytes, putFileContent } from '#src/api/files/content.ts'
import {
  type VersionedContent,
  createEditorSession,
  type EditorSession,
  getFileLocks,
  lockFile,
  readContents,
  refreshLock,
  unlockFile,
  writeContents,
} from '#src/api/files/editor-session.ts'
import { getFile } from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, isNotFound, TransportError } from '#src/contract/errors.ts'
import type { LockConflict } from '#src/contract/lock.ts'
import { maxTextBytes } from '#src/lib/names/plain-text.ts'
import { areBytesEqual, decodeUtf8 } from '#src/lib/text/text-encoding.ts'

export type TextFileInit = {
  readonly uri: string
  /** Undefined where the service does not know our editor: the file is then read and written without a lock. */
  readonly session: EditorSession | undefined
  readonly viewerId: string | undefined
  /** Name of our lock. */
  readonly lock: string
}

/** What is stored, of which `text` is null when it is no text any more. */
export type StoredText = { readonly text: string | null; readonly version: string }

export const isFileGoneError = (error: unknown): boolean =>
  isNotFound(error) || hasErrorCode(error, ErrorCode.linkEnded)

/** The file of an edited text at the service: locks, reads and writes it. */
export class TextFile {
  readonly #viewerId: string | undefined
  readonly #lock: string
  uri: string
  #session: EditorSession | undefined
  /** A save had no answer, and the file could not be read to see whether it was written. */
  #mayBeWritten = false

  constructor({ uri, session, viewerId, lock }: TextFileInit) {
    this.uri = uri
    this.#session = session
    this.#viewerId = viewerId
    this.#lock = lock
  }

  get hasSession(): boolean {
    return this.#session !== undefined
  }

  /** A session expires, or ends with the sign-in it belongs to; a new one keeps the lock by its name. */
  async #withSession<T>(send: (session: EditorSession) => Promise<T>): Promise<T> {
    if (!this.#session || this.#viewerId === undefined) throw new TypeError('no session')
    try {
      return await send(this.#session)
    } catch (error) {
      if (!hasErrorCode(error, ErrorCode.signInRequired)) throw error
      this.#session = await createEditorSession(this.uri, this.#viewerId)
      return send(this.#session)
    }
  }

  /** Resolves to the version of the file. */
  lock(): Promise<string> {
    return this.#withSession((session) => lockFile(session, this.#lock))
  }
  refreshLock(): Promise<void> {
    return this.#withSession((session) => refreshLock(session, this.#lock))
  }
  /** Nothing is waited for and no new session is made, because the page may be closing. */
  unlock(): void {
    if (this.#session) unlockFile(this.#session, this.#lock).catch(() => undefined)
  }

  readonly locks = (): Promise<readonly LockConflict[]> => this.#withSession(getFileLocks)

  /** The id that names the stored contents, where that is known: a session follows its file, a URI in a share does not. */
  async look(): Promise<{ entity?: string | undefined; isTooLarge: boolean }> {
    try {
      const { primary_entity: entity, size } = await getFile(this.uri)
      return { entity, isTooLarge: size > maxTextBytes }
    } catch (error) {
      if (this.#session && isFileGoneError(error)) return { isTooLarge: false }
      throw error
    }
  }

  async read(): Promise<VersionedContent> {
    if (this.#session) return this.#withSession((session) => readContents(session))
    const { primary_entity: version = '' } = await getFile(this.uri)
    return { bytes: await getFileBytes(this.uri), version }
  }

  async readText(): Promise<StoredText> {
    const { bytes, version } = await this.read()
    return { text: decodeUtf8(bytes)?.text ?? null, version }
  }

  /**
   * Writes under our lock, or without one over `version`, or over any version where that is undefined. Resolves to the new
   * version. A request without an answer is never sent again: the file is read to see whether it was written.
   */
  write(bytes: Uint8Array<ArrayBuffer>, version: string | undefined): Promise<string> {
    return this.#session ? this.#writeLocked(bytes) : this.#writeOver(bytes, version)
  }

  async #writeLocked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    try {
      return await this.#withSession((session) => writeContents(session, this.#lock, bytes))
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      return this.#verifyWritten(bytes, error)
    }
  }

  async #writeOver(bytes: Uint8Array<ArrayBuffer>, version: string | undefined): Promise<string> {
    // Throws when the file is gone: other servers would create a new file at its old address.
    const current = await getFile(this.uri)
    try {
      const written = await putFileContent(this.uri, bytes, version ?? current.primary_entity)
      return written.primary_entity ?? ''
    } catch (error) {
      if (error instanceof TransportError) this.#mayBeWritten = true
      // The newer version may be our own, of a save whose answer was lost. Behind a link, reading it can spend a download.
      else if (!this.#mayBeWritten || !hasErrorCode(error, ErrorCode.staleVersion)) throw error
      const version = await this.#verifyWritten(bytes, error)
      this.#mayBeWritten = false
      return version
    }
  }

  /** The version of the file if it has these bytes; throws `error` otherwise. */
  async #verifyWritten(bytes: Uint8Array, error: unknown): Promise<string> {
    const found = await this.read().catch(() => undefined)
    if (!found || !areBytesEqual(found.bytes, bytes)) throw error
    return found.version
  }
}
