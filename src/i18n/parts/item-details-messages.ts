import { itemDetails } from '../en/files/item-details.ts'
import { createMessagesHook } from '../I18n.tsx'
import { itemDetails as itemDetailsZhCN } from '../zh-CN/files/item-details.ts'

/** The messages of details that a list does not show. */
export const useItemDetailsMessages = createMessagesHook({
  en: itemDetails,
  'zh-CN': itemDetailsZhCN,
})
