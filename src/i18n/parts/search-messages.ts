import { search } from '../en/files/search.ts'
import { createMessagesHook } from '../I18n.tsx'
import { search as searchZhCN } from '../zh-CN/files/search.ts'

/** The messages of the filters of a search. */
export const useSearchMessages = createMessagesHook({ en: search, 'zh-CN': searchZhCN })
