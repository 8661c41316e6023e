import { linkFacts } from '../en/links/link-facts.ts'
import { createMessagesHook } from '../I18n.tsx'
import { linkFacts as linkFactsZhCN } from '../zh-CN/links/link-facts.ts'

/** The messages that only the details of a link have. */
export const useLinkFactsMessages = createMessagesHook({ en: linkFacts, 'zh-CN': linkFactsZhCN })
