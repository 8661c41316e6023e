import { deletionQuestions } from '../en/trash/deletion-questions.ts'
import { createMessagesHook } from '../I18n.tsx'
import { deletionQuestions as deletionQuestionsZhCN } from '../zh-CN/trash/deletion-questions.ts'

/** The messages of the questions before items are deleted permanently. */
export const useDeletionQuestionsMessages = createMessagesHook({
  en: deletionQuestions,
  'zh-CN': deletionQuestionsZhCN,
})
