import { legacyUrl, type LegacyUrlMessages } from './en/account/legacy-url.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { legacyUrl as legacyUrlZhCN } from './zh-CN/account/legacy-url.ts'

const byLanguage: Record<Language, LegacyUrlMessages> = { en: legacyUrl, 'zh-CN': legacyUrlZhCN }

/** The messages of the page of addresses that are not ours, which come with it in every language. */
export const useLegacyUrlMessages = (): LegacyUrlMessages => byLanguage[useI18n().language]
