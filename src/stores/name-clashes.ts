import type { NameClashChoice } from '#src/lib/names/name-clash.ts'
import { closeDialog, openDialog } from './dialogs.ts'
import { onSignOut } from './resets.ts'

export type NameClashAnswer = NameClashChoice | 'cancel'

type Version = { readonly isFolder: boolean; readonly size: number; readonly updatedAt: number }

/** An item, and what has its name in the target folder: undefined for another of the items. */
export type NameClash = {
  readonly name: string
  readonly item: Version
  readonly existing: Version | undefined
}

export type NameClashQuestion = {
  readonly kind: 'move' | 'copy'
  /** Name of the target folder; empty for the root of the user's files. */
  readonly to: string
  readonly clashes: readonly NameClash[]
  /** Number of items that are moved or copied. */
  readonly total: number
  readonly answer: (answer: NameClashAnswer) => void
}

let answerOpenQuestion: ((answer: NameClashAnswer) => void) | undefined

/** Asks in a dialog above every page. Resolves to `cancel` when the user signs out. */
export function askAboutNameClashes(
  question: Omit<NameClashQuestion, 'answer'>,
): Promise<NameClashAnswer> {
  answerOpenQuestion?.('cancel')
  return new Promise((resolve) => {
    const answer = (given: NameClashAnswer) => {
      answerOpenQuestion = undefined
      closeDialog()
      resolve(given)
    }
    answerOpenQuestion = answer
    openDialog({ nameClash: { ...question, answer } })
  })
}

onSignOut(() => answerOpenQuestion?.('cancel'))
