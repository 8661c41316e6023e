import { askQuestion, defineQuestionKind } from './questions.ts'

/** Shows text that could not be written to the clipboard, selected. */
export const manualCopyQuestion = defineQuestionKind<string, undefined>('manual copy', undefined)
export const showManualCopy = (text: string): void => void askQuestion(manualCopyQuestion, text)
