import { editor } from '../en/files/editor.ts'
import { createMessagesHook } from '../I18n.tsx'
import { editor as editorZhCN } from '../zh-CN/files/editor.ts'

/** The messages of the text editor. */
export const useEditorMessages = createMessagesHook({ en: editor, 'zh-CN': editorZhCN })
