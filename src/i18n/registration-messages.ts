import { registration, type RegistrationMessages } from './en/account/registration.ts'
import { useI18n } from './I18n.tsx'
import type { Language } from './language.ts'
import { registration as registrationZhCN } from './zh-CN/account/registration.ts'

const messages: Record<Language, RegistrationMessages> = {
  en: registration,
  'zh-CN': registrationZhCN,
}

/** The messages of signing up and of forgotten passwords, which come with their pages. */
export const useRegistrationMessages = (): RegistrationMessages => messages[useI18n().language]
