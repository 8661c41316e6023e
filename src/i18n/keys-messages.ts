import { keys, type KeysMessages } from './en/keys.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { keys as keysZhCN } from './zh-CN/keys.ts'

const byLanguage: Record<Language, KeysMessages> = {
  en: keys,
  'zh-CN': keysZhCN,
}

/** The messages of the list of keys, which come with it in every language: no list waits for them. */
export const useKeysMessages = (): KeysMessages => byLanguage[useI18n().language]
