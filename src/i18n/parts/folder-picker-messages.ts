import { folderPicker } from '../en/files/folder-picker.ts'
import { createMessagesHook } from '../I18n.tsx'
import { folderPicker as folderPickerZhCN } from '../zh-CN/files/folder-picker.ts'

/** The messages that say why a folder is chosen. */
export const useFolderPickerMessages = createMessagesHook({
  en: folderPicker,
  'zh-CN': folderPickerZhCN,
})
