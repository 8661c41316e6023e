import { lostSource, type LostSourceMessages } from './en/links/lost-source.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { lostSource as lostSourceZhCN } from './zh-CN/links/lost-source.ts'

const byLanguage: Record<Language, LostSourceMessages> = {
  en: lostSource,
  'zh-CN': lostSourceZhCN,
}

/** The messages about a link whose item is gone, which come with what says so in every language: no list waits for them. */
export const useLostSourceMessages = (): LostSourceMessages => byLanguage[useI18n().language]
