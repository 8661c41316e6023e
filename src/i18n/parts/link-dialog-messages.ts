import { cleanUp } from '../en/links/clean-up.ts'
import { editMany } from '../en/links/edit-many.ts'
import { linkQuestions } from '../en/links/link-questions.ts'
import { createMessagesHook } from '../I18n.tsx'
import { cleanUp as cleanUpZhCN } from '../zh-CN/links/clean-up.ts'
import { editMany as editManyZhCN } from '../zh-CN/links/edit-many.ts'
import { linkQuestions as linkQuestionsZhCN } from '../zh-CN/links/link-questions.ts'

/** The messages of the dialog that cleans up links. */
export const useCleanUpMessages = createMessagesHook({ en: cleanUp, 'zh-CN': cleanUpZhCN })

/** The messages of the plan for an edit of many links. */
export const useEditManyMessages = createMessagesHook({ en: editMany, 'zh-CN': editManyZhCN })

/** The messages of the questions before many links are deleted, and dead ones copied. */
export const useLinkQuestionsMessages = createMessagesHook({
  en: linkQuestions,
  'zh-CN': linkQuestionsZhCN,
})
