import type { LockConflictError } from '#src/contract/errors.ts'
import type { TextEncodingDetails } from '#src/lib/text/text-encoding.ts'
import type { TextFileInit } from './text-file.ts'

/**
 * `free`: nobody's, taken when somebody begins to write. `held`: ours, until the page is left. `lost`: it was ours and
 * was taken away. `refused`: another lock is in its place. `none`: this service has no lock for our editor; `inUse`: so
 * it has none, and another lock has stopped a save. `readOnly`: the user may not change the file.
 */
export type TextLockState =
  | { at: 'free' | 'held' | 'none' | 'readOnly' }
  | { at: 'lost' | 'refused' | 'inUse'; error: LockConflictError | undefined }

export type EditedTextState = {
  readonly lock: TextLockState
  /** Why the text cannot be saved: the file has other contents by now, or what is no text to edit, or is gone. */
  readonly problem: 'changed' | 'notEditable' | 'gone' | undefined
  /** With `gone`: the URI of the file where it has been found by its id. */
  readonly movedTo: string | undefined
  /** URI of the file, which may have been moved. */
  readonly uri: string
  /** The text as the service has it. */
  readonly savedText: string
  /** Grows when the text is read again, which replaces what is on screen. */
  readonly loadCount: number
  readonly hasBeenSaved: boolean
}

export type OpenedText = TextFileInit & {
  readonly fileId: string
  readonly textLock: TextLockState
  readonly text: string
  readonly shape: TextEncodingDetails
  readonly version: string
  /** The stored contents as they were named before they were read. */
  readonly entity: string | undefined
}

export const createEditedTextState = ({ textLock, uri, text }: OpenedText): EditedTextState => ({
  lock: textLock,
  problem: undefined,
  movedTo: undefined,
  uri,
  savedText: text,
  loadCount: 0,
  hasBeenSaved: false,
})

/** Saving was stopped for a reason that {@link EditedTextState} shows. */
export class ShownSaveError extends Error {
  override name = 'ShownSaveError'
}

/** In a conflict the user overwrites this version, undefined where nobody could read what is stored. */
export type Overwritten = { readonly version: string | undefined }

/** Somebody has saved since the user has seen what is stored: nothing was overwritten. */
export class NewerVersionError extends ShownSaveError {
  override name = 'NewerVersionError'
  constructor() {
    super('newer version')
  }
}
