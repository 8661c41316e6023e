import { viewEditor } from '../en/views/view-editor.ts'
import { createMessagesHook } from '../I18n.tsx'
import { viewEditor as viewEditorZhCN } from '../zh-CN/views/view-editor.ts'

/** The messages of the page that edits the view of a folder. */
export const useViewEditorMessages = createMessagesHook({
  en: viewEditor,
  'zh-CN': viewEditorZhCN,
})
