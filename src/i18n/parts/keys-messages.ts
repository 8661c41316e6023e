import { keys } from '../en/keys.ts'
import { createMessagesHook } from '../I18n.tsx'
import { keys as keysZhCN } from '../zh-CN/keys.ts'

/** The messages of the list of keys. */
export const useKeysMessages = createMessagesHook({
  en: keys,
  'zh-CN': keysZhCN,
})
