import { accountPage, type AccountMessages } from './en/account/account-page.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { accountPage as accountPageZhCN } from './zh-CN/account/account-page.ts'

/* Words that come with the page that shows them, in every language: no list waits for them. */

export type { AccountMessages }

const messages: Record<Language, AccountMessages> = { en: accountPage, 'zh-CN': accountPageZhCN }

/** The messages of the account page. */
export const useAccountMessages = (): AccountMessages => messages[useI18n().language]
