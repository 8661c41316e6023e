import { folderChoice } from '../en/files/folder-choice.ts'
import { createMessagesHook } from '../I18n.tsx'
import { folderChoice as folderChoiceZhCN } from '../zh-CN/files/folder-choice.ts'

/** The messages of the list in which a folder is chosen. */
export const useFolderChoiceMessages = createMessagesHook({
  en: folderChoice,
  'zh-CN': folderChoiceZhCN,
})
