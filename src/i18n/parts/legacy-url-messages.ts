import { legacyUrl } from '../en/account/legacy-url.ts'
import { createMessagesHook } from '../I18n.tsx'
import { legacyUrl as legacyUrlZhCN } from '../zh-CN/account/legacy-url.ts'

/** The messages of the page of addresses that are not ours. */
export const useLegacyUrlMessages = createMessagesHook({ en: legacyUrl, 'zh-CN': legacyUrlZhCN })
