import { linkPage } from '../en/links/link-page.ts'
import { createMessagesHook } from '../I18n.tsx'
import { linkPage as linkPageZhCN } from '../zh-CN/links/link-page.ts'

/** The messages of the page of a link. */
export const useLinkPageMessages = createMessagesHook({
  en: linkPage,
  'zh-CN': linkPageZhCN,
})
