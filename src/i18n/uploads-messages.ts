import { uploads, type UploadsMessages } from './en/operations/uploads.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { uploads as uploadsZhCN } from './zh-CN/operations/uploads.ts'

const byLanguage: Record<Language, UploadsMessages> = { en: uploads, 'zh-CN': uploadsZhCN }

/** The messages of the panel and the questions of uploads, which come with them in every language: no list waits for them. */
export const useUploadsMessages = (): UploadsMessages => byLanguage[useI18n().language]
