import { peopleSearch, type PeopleSearchMessages } from './en/links/people-search.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { peopleSearch as peopleSearchZhCN } from './zh-CN/links/people-search.ts'

const byLanguage: Record<Language, PeopleSearchMessages> = {
  en: peopleSearch,
  'zh-CN': peopleSearchZhCN,
}

/** The messages of a search whose names of people are not all known, in every language: no list waits for them. */
export const usePeopleSearchMessages = (): PeopleSearchMessages => byLanguage[useI18n().language]
