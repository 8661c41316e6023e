export const languages = ['en', 'zh-CN'] as const
export type Language = (typeof languages)[number]

/** What each language calls itself. */
export const languageNames: Record<Language, string> = { en: 'English', 'zh-CN': '简体中文' }

/**
 * The locale in which dates are written: the browser's own English for English, so that en-GB has its dates. `preferred`
 * are the languages of the browser.
 */
export function localeOf(language: Language, preferred: readonly string[]): string {
  return language === 'en' ? (preferred.find((tag) => /^en\b/i.test(tag)) ?? 'en') : language
}

/** Both languages run left to right; the page asks anyway, so that a third need not. */
export function directionOf(_language: Language): 'ltr' | 'rtl' {
  return 'ltr'
}

/** The first of the browser's languages that we speak. Every Chinese gets the one catalogue there is. */
export function detectLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const primary = tag.toLowerCase().split('-')[0]
    if (primary === 'zh') return 'zh-CN'
    if (primary === 'en') return 'en'
  }
  return 'en'
}
