import { cleanUp, type CleanUpMessages } from './en/links/clean-up.ts'
import { editMany, type EditManyMessages } from './en/links/edit-many.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { cleanUp as cleanUpZhCN } from './zh-CN/links/clean-up.ts'
import { editMany as editManyZhCN } from './zh-CN/links/edit-many.ts'

/* Words that come with the dialogs about many links, in every language: no list waits for them. */

const ofCleanUp: Record<Language, CleanUpMessages> = { en: cleanUp, 'zh-CN': cleanUpZhCN }
const ofEditMany: Record<Language, EditManyMessages> = { en: editMany, 'zh-CN': editManyZhCN }

/** The messages of the dialog that cleans up links. */
export const useCleanUpMessages = (): CleanUpMessages => ofCleanUp[useI18n().language]

/** The messages of the plan for an edit of many links. */
export const useEditManyMessages = (): EditManyMessages => ofEditMany[useI18n().language]
