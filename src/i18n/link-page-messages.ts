import { linkPage, type LinkPageMessages } from './en/links/link-page.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { linkPage as linkPageZhCN } from './zh-CN/links/link-page.ts'

const byLanguage: Record<Language, LinkPageMessages> = {
  en: linkPage,
  'zh-CN': linkPageZhCN,
}

/** The messages of the page of a link, which come with it in every language: no list waits for them. */
export const useLinkPageMessages = (): LinkPageMessages => byLanguage[useI18n().language]
