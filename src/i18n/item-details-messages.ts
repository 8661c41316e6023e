import { itemDetails, type ItemDetailsMessages } from './en/files/item-details.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { itemDetails as itemDetailsZhCN } from './zh-CN/files/item-details.ts'

const byLanguage: Record<Language, ItemDetailsMessages> = {
  en: itemDetails,
  'zh-CN': itemDetailsZhCN,
}

/** The messages of details that a list does not show, which come with them in every language. */
export const useItemDetailsMessages = (): ItemDetailsMessages => byLanguage[useI18n().language]
