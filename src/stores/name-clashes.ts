import { closeDialog, openDialog } from './dialogs.ts'
import type { NameClashAnswer, NameClashQuestion } from './name-clash-question.ts'
import { onSignOut } from './resets.ts'

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
