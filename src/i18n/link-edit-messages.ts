import { linkEdit, type LinkEditMessages } from './en/links/link-edit.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { linkEdit as linkEditZhCN } from './zh-CN/links/link-edit.ts'

const byLanguage: Record<Language, LinkEditMessages> = { en: linkEdit, 'zh-CN': linkEditZhCN }

/** The messages of the forms that edit and replace a link, which come with them in every language: no list waits for them. */
export const useLinkEditMessages = (): LinkEditMessages => byLanguage[useI18n().language]
