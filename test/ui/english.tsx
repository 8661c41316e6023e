import type { ReactNode } from 'react'
import { loadLanguage } from '#src/i18n/catalogues.ts'
import { I18nProvider } from '#src/i18n/I18n.tsx'

await loadLanguage('en')

/** What components are rendered in that say something, outside of the app. */
export const English = ({ children }: { children: ReactNode }) => (
  <I18nProvider language="en">{children}</I18nProvider>
)
