import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { catalogueNow, loadCatalogue } from './catalogues.ts'
import { en } from './en.ts'
import { directionOf, type Language } from './language.ts'
import type { Messages } from './messages.ts'

interface I18n {
  t: Messages
  language: Language
  dir: 'ltr' | 'rtl'
}

const I18nContext = createContext<I18n>({ t: en, language: 'en', dir: 'ltr' })

/**
 * Speaks `language` as soon as its words are here, and the one before until then.
 * Await `loadCatalogue` before the first render, or the first words are English.
 */
export function I18nProvider({ language, children }: { language: Language; children: ReactNode }) {
  const [last, setLast] = useState<Language>(() => (catalogueNow(language) ? language : 'en'))
  const spoken = catalogueNow(language) ? language : last

  useEffect(() => {
    if (catalogueNow(language)) return
    let wanted = true
    loadCatalogue(language).then(
      () => wanted && setLast(language),
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
    () => ({ t: catalogueNow(spoken) ?? en, language: spoken, dir: directionOf(spoken) }),
    [spoken],
  )
  return <I18nContext value={value}>{children}</I18nContext>
}

export function useI18n(): I18n {
  return use(I18nContext)
}
