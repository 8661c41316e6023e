import { presets, type PresetsMessages } from './en/views/presets.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { presets as presetsZhCN } from './zh-CN/views/presets.ts'

const byLanguage: Record<Language, PresetsMessages> = { en: presets, 'zh-CN': presetsZhCN }

/** The messages of the dialog of presets, in every language: no list waits for them. */
export const usePresetsMessages = (): PresetsMessages => byLanguage[useI18n().language]
