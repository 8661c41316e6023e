import { peopleSearch } from '../en/links/people-search.ts'
import { createMessagesHook } from '../I18n.tsx'
import { peopleSearch as peopleSearchZhCN } from '../zh-CN/links/people-search.ts'

/** The messages of a search whose names of people are not all known. */
export const usePeopleSearchMessages = createMessagesHook({
  en: peopleSearch,
  'zh-CN': peopleSearchZhCN,
})
