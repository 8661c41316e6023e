import type { NameClash, NameClashAnswer } from '#src/features/name-clash/name-clash-question.ts'
import {
  defineQuestionKind,
  type QuestionKind,
  RepeatableQuestion,
} from '#src/jobs/questions/questions.ts'
import { setScannedFileCount } from './scanned-files.ts'

export type TakenNamesQuestionContent = {
  /** `uri`: what the file was to get. */
  readonly clashes: readonly (NameClash & { readonly uri: string })[]
  /** Number of all files, also those whose names are free. */
  readonly total: number
  /** The name of the only file is taken by an upload that is under way. */
  readonly isRunning?: boolean
}

/** What to do about names that are taken where files are uploaded to. */
export const takenNamesQuestion = defineQuestionKind<TakenNamesQuestionContent, NameClashAnswer>(
  'taken files',
  undefined,
)

/** Why nothing is uploaded. `count`: number of files; `needed` and `free` in bytes. */
export type UploadRefusal =
  | {
      readonly kind: 'noSpace'
      readonly count: number
      readonly needed: number
      readonly free: number
    }
  | { readonly kind: 'externalStorage' }

export const uploadRefusalQuestion = defineQuestionKind<UploadRefusal, undefined>(
  'upload refused',
  undefined,
)

/**
 * Asks before files are uploaded, and ends the count of found files in the panel. When the signal aborts, it is as if the
 * user had cancelled.
 */
export async function askBeforeUpload<Props, Answer>(
  kind: QuestionKind<Props, Answer>,
  props: Props,
  signal?: AbortSignal,
): Promise<Answer> {
  setScannedFileCount(undefined)
  const question = new RepeatableQuestion(kind)
  const withdraw = () => question.cancel()
  signal?.addEventListener('abort', withdraw)
  try {
    return await question.ask(props)
  } finally {
    signal?.removeEventListener('abort', withdraw)
    question.close()
  }
}
