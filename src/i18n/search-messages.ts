import { search, type SearchMessages } from './en/files/search.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { search as searchZhCN } from './zh-CN/files/search.ts'

const byLanguage: Record<Language, SearchMessages> = { en: search, 'zh-CN': searchZhCN }

/** The messages of the filters of a search, which come with them in every language. */
export const useSearchMessages = (): SearchMessages => byLanguage[useI18n().language]
