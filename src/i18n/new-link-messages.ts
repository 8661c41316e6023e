import { newLink, type NewLinkMessages } from './en/links/new-link.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { newLink as newLinkZhCN } from './zh-CN/links/new-link.ts'

const byLanguage: Record<Language, NewLinkMessages> = { en: newLink, 'zh-CN': newLinkZhCN }

/** The messages of the forms that make links, which come with them in every language: no list waits for them. */
export const useNewLinkMessages = (): NewLinkMessages => byLanguage[useI18n().language]
