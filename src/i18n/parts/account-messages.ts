import { accountPage, type AccountMessages } from '../en/account/account-page.ts'
import { createMessagesHook } from '../I18n.tsx'
import { accountPage as accountPageZhCN } from '../zh-CN/account/account-page.ts'

export type { AccountMessages }

/** The messages of the account page. */
export const useAccountMessages = createMessagesHook({ en: accountPage, 'zh-CN': accountPageZhCN })
