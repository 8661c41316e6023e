import { lostSource } from '../en/links/lost-source.ts'
import { createMessagesHook } from '../I18n.tsx'
import { lostSource as lostSourceZhCN } from '../zh-CN/links/lost-source.ts'

/** The messages about a link whose item is gone. */
export const useLostSourceMessages = createMessagesHook({
  en: lostSource,
  'zh-CN': lostSourceZhCN,
})
