import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { isLanguageLoaded, loadLanguage, messagesOf } from './catalogues.ts'
import { directionOf, type Language, localeOf } from './language.ts'
import type { Messages } from './messages.ts'

interface I18n {
  t: Messages
  language: Language
  /** Dates are written in this variant of the language, which the browser tells, such as en-GB. */
  locale: string
  dir: 'ltr' | 'rtl'
}

const I18nContext = createContext<I18n | null>(null)

/**
 * Provides the messages of `language` as soon as they are loaded, and those of the language before until then. Await
 * `loadLanguage` before the first render; where that failed, English has to be loaded.
 */
export function I18nProvider({ language, children }: { language: Language; children: ReactNode }) {
  const [shown, setShown] = useState<Language>(() => (isLanguageLoaded(language) ? language : 'en'))

  useEffect(() => {
    let isWanted = true
    loadLanguage(language).then(
      () => isWanted && setShown(language),
      // Offline, or the chunk is gone after a deployment: the page stays in the language it has.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [language])

  useEffect(() => {
    document.documentElement.lang = shown
    document.documentElement.dir = directionOf(shown)
  }, [shown])

  const value = useMemo(
    () => ({
      t: messagesOf(shown),
      language: shown,
      locale: localeOf(shown, navigator.languages),
      dir: directionOf(shown),
    }),
    [shown],
  )
  return <I18nContext value={value}>{children}</I18nContext>
}

export function useI18n(): I18n {
  const i18n = use(I18nContext)
  if (!i18n) throw new Error('There is no I18nProvider above this component.')
  return i18n
}

/** Makes the hook for the messages of a page or dialog, which come with it in every language: no list waits for them. */
export const createMessagesHook = <PartMessages,>(byLanguage: Record<Language, PartMessages>) =>
  function useMessages(): PartMessages {
    return byLanguage[useI18n().language]
  }
