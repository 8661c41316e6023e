import { linkExport, type LinkExportMessages } from './en/links/link-export.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { linkExport as linkExportZhCN } from './zh-CN/links/link-export.ts'

const byLanguage: Record<Language, LinkExportMessages> = {
  en: linkExport,
  'zh-CN': linkExportZhCN,
}

/** The messages of the dialog that exports links, which come with it in every language: no list waits for them. */
export const useLinkExportMessages = (): LinkExportMessages => byLanguage[useI18n().language]
