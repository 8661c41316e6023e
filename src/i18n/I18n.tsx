import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { speak, spokenLanguage, wordsOf } from './catalogues.ts'
import { directionOf, type Language } from './language.ts'
import type { Messages } from './messages.ts'

interface I18n {
  /** Groups beyond those of `en.ts` are there for code that was fetched with them. */
  t: Messages
  language: Language
  dir: 'ltr' | 'rtl'
}

const I18nContext = createContext<I18n>({ t: wordsOf('en'), language: 'en', dir: 'ltr' })

/**
 * Speaks `language` as soon as its words are here, and the one before until then. Await `speak` before the first
 * render, or the first words are English.
 */
export function I18nProvider({ language, children }: { language: Language; children: ReactNode }) {
  const [spoken, setSpoken] = useState(spokenLanguage)

  useEffect(() => {
    let wanted = true
    speak(language).then(
      () => wanted && setSpoken(language),
      // Offline, or an old chunk: the page goes on in the language it has.
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [language])

  useEffect(() => {
    document.documentElement.lang = spoken
    document.documentElement.dir = directionOf(spoken)
  }, [spoken])

  const value = useMemo(
    () => ({ t: wordsOf(spoken), language: spoken, dir: directionOf(spoken) }),
    [spoken],
  )
  return <I18nContext value={value}>{children}</I18nContext>
}

export function useI18n(): I18n {
  return use(I18nContext)
}
