export const languages = ['en', 'zh-CN'] as const
export type Language = (typeof languages)[number]

/** The tags under which services of this protocol store a language. */
export const languageTags: Record<Language, string> = { en: 'en-US', 'zh-CN': 'zh-CN' }

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = { en: 'English', 'zh-CN': '简体中文' }

/**
 * The locale in which dates are written: the browser's own English for English, so that en-GB has its dates. `preferred`
 * are the languages of the browser.
 */
export function localeOf(language: Language, preferred: readonly string[]): string {
  return language === 'en' ? (preferred.find((tag) => /^en\b/i.test(tag)) ?? 'en') : language
}

/**
 * Text direction of a language; both are written left to right. The development server takes `?dir=rtl`, to see what a
 * right-to-left language would look like.
 */
export function directionOf(_language: Language): 'ltr' | 'rtl' {
  const isTried =
    import.meta.env.DEV && new URLSearchParams(globalThis.location?.search).get('dir') === 'rtl'
  return isTried ? 'rtl' : 'ltr'
}

/** The first of the browser's languages that has messages, else English. Every kind of Chinese gets simplified Chinese. */
export function detectLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = tag.toLowerCase().split('-')[0]
    if (primary === 'zh') return 'zh-CN'
    if (primary === 'en') return 'en'
  }
  return 'en'
}
