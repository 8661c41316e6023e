import { accountMenu } from '../en/account/account-menu.ts'
import { createMessagesHook } from '../I18n.tsx'
import { accountMenu as accountMenuZhCN } from '../zh-CN/account/account-menu.ts'

/** The messages of the account menu, and the question before a sign-out. */
export const useAccountMenuMessages = createMessagesHook({
  en: accountMenu,
  'zh-CN': accountMenuZhCN,
})
