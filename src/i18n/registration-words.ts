import { registration, type RegistrationWords } from './en/account/registration.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { registration as registrationZhCN } from './zh-CN/account/registration.ts'

const words: Record<Language, RegistrationWords> = { en: registration, 'zh-CN': registrationZhCN }

/** The words of signing up and of forgotten passwords, which come with their pages. */
export const useRegistrationWords = (): RegistrationWords => words[useI18n().language]
