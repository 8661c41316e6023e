import { accountPage, type AccountWords } from './en/account/account-page.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { accountPage as accountPageZhCN } from './zh-CN/account/account-page.ts'

/* Words that come with the page that shows them, in every language: no list waits for them. */

export type { AccountWords }

const words: Record<Language, AccountWords> = { en: accountPage, 'zh-CN': accountPageZhCN }

/** The words of the account page. */
export const useAccountWords = (): AccountWords => words[useI18n().language]
