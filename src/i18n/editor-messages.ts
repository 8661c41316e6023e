import { editor, type EditorMessages } from './en/files/editor.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { editor as editorZhCN } from './zh-CN/files/editor.ts'

const byLanguage: Record<Language, EditorMessages> = { en: editor, 'zh-CN': editorZhCN }

/** The messages of the text editor, which come with its page in every language: no list waits for them. */
export const useEditorMessages = (): EditorMessages => byLanguage[useI18n().language]
