import { zipQuestion } from '../en/operations/zip-question.ts'
import { createMessagesHook } from '../I18n.tsx'
import { zipQuestion as zipQuestionZhCN } from '../zh-CN/operations/zip-question.ts'

/** The messages of the question before several files are downloaded. */
export const useZipQuestionMessages = createMessagesHook({
  en: zipQuestion,
  'zh-CN': zipQuestionZhCN,
})
