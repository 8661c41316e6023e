import type { NameClashAnswer } from '#src/jobs/questions/name-clash-question.ts'
import { ask, defineQuestion } from '#src/jobs/questions/questions.ts'
import { setScannedFileCount } from './scanned-files.ts'

/** A file whose name is taken. */
type TakenFile = {
  readonly name: string
  /** Whether an upload that is under way has the name. */
  readonly isRunning?: boolean
}

export type TakenFiles = {
  /** The first few of the `count` files whose names are taken, of `total` files. */
  readonly files: readonly TakenFile[]
  readonly count: number
  readonly total: number
  /** URIs of the items that have these names. */
  readonly uris: readonly string[]
}

/** What to do about names that are taken where files are uploaded to. */
export const takenFilesQuestion = defineQuestion<TakenFiles, NameClashAnswer>(
  'taken files',
  'cancel',
)

/** Why nothing is uploaded. `needed` and `free` in bytes. */
export type UploadRefusal =
  | { readonly kind: 'noSpace'; readonly needed: number; readonly free: number }
  | { readonly kind: 'externalStorage' }

export const uploadRefusalQuestion = defineQuestion<UploadRefusal, undefined>(
  'upload refused',
  undefined,
)

/** Asks before files are uploaded, and ends the count of found files in the panel. */
export const askBeforeUpload: typeof ask = (kind, props) => {
  setScannedFileCount(undefined)
  return ask(kind, props)
}
