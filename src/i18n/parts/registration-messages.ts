import { registration } from '../en/account/registration.ts'
import { createMessagesHook } from '../I18n.tsx'
import { registration as registrationZhCN } from '../zh-CN/account/registration.ts'

/** The messages of signing up and of forgotten passwords, which come with their pages. */
export const useRegistrationMessages = createMessagesHook({
  en: registration,
  'zh-CN': registrationZhCN,
})
